import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import { errorCodes } from '#contract/errors.ts';
import { cardFields, UpdateRegistration } from '#contract/registration.ts';
import type { Settings } from '#contract/settings.ts';
import { type CardEntry, currencies, languages, ssoProviders, VERSION } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import { jsonSchema, namedSchemas } from './schemas.ts';
import { groups, summaries } from './summaries.ts';

type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
};
type Content = { content: { 'application/json': { schema: JsonSchema } } };
type Answer = { description: string; headers?: object } & Partial<Content>;
/** A call in the OpenAPI document. */
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: true } & Content;
  responses: Record<string, Answer>;
  security?: Record<string, never[]>[];
};

/** The parts of an OpenAPI document that this server writes. */
export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object };
};

const json = (schema: JsonSchema): Content => ({ content: { 'application/json': { schema } } });

/** OpenAPI 3.1 for all calls of the contract, generated from their schemas. */
export function openApiDocument({ settings }: { settings: Pick<Settings, 'brand' | 'cardEntry'> }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method]: operation(name, offered(call, settings.cardEntry)) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `API of the ${settings.brand.name} entrance`, version: VERSION, description },
    servers: [{ url: API_PATH }],
    tags: Object.entries(groups).map(([group, about]) => ({ name: group, description: about })),
    paths: { ...paths, ...signOnPaths },
    components: {
      schemas: namedSchemas(),
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The user_token of a login.' } },
    },
  };
}

/** Where the bank's own page takes the card, the contract has no field for one. */
const offered = (call: Call, cardEntry: CardEntry): Call =>
  call === calls.updateRegistration && cardEntry === 'hosted'
    ? { ...call, body: v.omit(UpdateRegistration, cardFields) }
    : call;

const description = [
  'A page reads null like an absent value and ignores keys that are not named here.',
  'Every error has the shape Error; its codes with their statuses:',
  `${Object.entries(errorCodes)
    .map(([name, { code, status }]) => `${code} ${name} (${status})`)
    .join(', ')}.`,
  'Answers have a Date header, by which the page corrects the clock of its device.',
].join(' ');

/** Headers that pages send with every call. */
const headers: Parameter[] = [
  { name: 'X-Language', in: 'header', description: 'Language of texts.', schema: { enum: [...languages] } },
  { name: 'X-Currency', in: 'header', description: 'Currency of new accounts.', schema: { enum: [...currencies] } },
  {
    name: 'X-Device',
    in: 'header',
    description: 'Fingerprint of a remembered device, where the cookie does not reach the API.',
    schema: { type: 'string' },
  },
];
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Names a submission: the same key and body get the same answer, and nothing is done twice.',
  schema: { type: 'string' },
};

function operation(name: CallName, call: Call): Operation {
  const { group, summary } = summaries[name];
  return {
    operationId: name,
    summary,
    tags: [group],
    parameters: [
      ...pathParameters(call),
      ...queryParameters(call),
      ...headers,
      ...(call.method === 'get' ? [] : [idempotencyKey]),
    ],
    ...(call.body && { requestBody: { required: true, ...json(jsonSchema(call.body)) } }),
    responses: responses(call),
    ...(call.session && { security: [{ session: [] }] }),
  };
}

const pathParameters = ({ path }: Call): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

function queryParameters({ query }: Call): Parameter[] {
  const { properties = {}, required = [] } = query ? jsonSchema(query) : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as JsonSchema,
  }));
}

function responses({ answers, anySuccess }: Call): Record<string, Answer> {
  const named = Object.entries(answers).map(([status, schema]): [string, Answer] => [
    status,
    {
      description: `${successOf[status] ?? 'Success'}${v.is(schema, null) ? '; the body may be missing' : ''}`,
      ...json(jsonSchema(schema)),
    },
  ]);
  const success = named.find(([status]) => status === '200')?.[1];
  return {
    ...Object.fromEntries(named),
    ...(anySuccess && success && { '2XX': { ...success, description: 'Reads like 200' } }),
    default: {
      description: 'Error',
      headers: { 'Retry-After': { description: 'Seconds to wait, with 429 and 503.', schema: { type: 'integer' } } },
      ...json({ $ref: '#/components/schemas/Error' }),
    },
  };
}

const successOf: Readonly<Record<string, string>> = {
  '200': 'Done',
  '201': 'Created',
  '202': 'A further step follows',
};

const locale: Parameter = {
  name: 'locale',
  in: 'query',
  description: 'Language of the page.',
  schema: { enum: [...languages] },
};
const invitation: Parameter = {
  name: 'invitation',
  in: 'query',
  description: 'Token of the invitation that the visitor comes from.',
  schema: { type: 'string' },
};

/** The two addresses that a browser goes to for single sign-on; it comes back to a page. */
const signOnPaths: OpenApiDocument['paths'] = Object.fromEntries(
  [
    [
      '/sso/connect/{provider}',
      'login',
      'connectLogin',
      'Leads a browser from the login or an invitation to a provider',
    ],
    [
      '/registrations/sso/{provider}/connect',
      'registration',
      'connectRegistration',
      'Leads a browser from the sign-up to a provider',
    ],
  ].map(([path = '', group = '', operationId = '', summary = '']) => [
    path,
    {
      get: {
        operationId,
        summary,
        tags: [group],
        parameters: [
          { name: 'provider', in: 'path', required: true, schema: { enum: [...ssoProviders] } },
          locale,
          ...(operationId === 'connectLogin' ? [invitation] : []),
        ],
        responses: { '302': { description: 'To the provider, or back to the page with an error' } },
      },
    },
  ]),
);
