import type { JsonSchema } from '@valibot/to-json-schema';
import { html } from 'hono/html';
import { API_PATH } from '#domain/hosts.ts';
import { htmlPage, type Markup } from '../http/htmlPage.ts';
import { type PageBrand, pageBrand } from '../http/pageBrand.ts';
import type { App } from '../http/serve.ts';
import type { Config } from '../platform/config.ts';
import { type OpenApiDocument, type Operation, openApiDocument } from './document.ts';
import { notation } from './notation.ts';

/** Serves the contract to those who write a back end: /openapi.json, and /openapi/ to read. */
export function mountOpenApi(app: App, config: Config): void {
  let document: OpenApiDocument | null = null;
  const read = () => {
    document ??= openApiDocument(config);
    return document;
  };
  app.get('/openapi.json', (request) => request.json(read()));
  app.on('GET', ['/openapi', '/openapi/'], () => page(read(), pageBrand(config, 'en')));
}

const page = ({ info, tags, paths, components }: OpenApiDocument, brand: PageBrand): Response =>
  htmlPage({
    language: 'en',
    title: info.title,
    layout: 'wide',
    brand,
    body: html`<p>${info.description}</p>
<p>Base: <code>${API_PATH}</code>. As OpenAPI 3.1: <a href="/openapi.json">/openapi.json</a>. <code>npm run contract</code> checks a server against it.</p>
${tags.map(
  ({ name, description }) => html`<section><h2>${description}</h2>
${callsOf(paths, name).map(({ method, path, operation }) => callView(method, path, operation))}</section>`,
)}
<section><h2>Shapes</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<h3 id="${name}">${name}</h3><pre>${notation(schema)}</pre>`,
)}</section>`,
  });

const callsOf = (paths: OpenApiDocument['paths'], group: string) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(group))
      .map(([method, operation]) => ({ method, path, operation })),
  );

function callView(method: string, path: string, { operationId, summary, ...call }: Operation): Markup {
  const queries = call.parameters.filter(({ in: place }) => place === 'query');
  const body = call.requestBody?.content['application/json'].schema;
  return html`<article id="${operationId}"><h3>${method.toUpperCase()} ${path}</h3>
<p>${summary}.${call.security ? ' Needs a session.' : ''}</p>
${queries.length > 0 ? shape('Query', queries.map(({ name, schema }) => `${name}?: ${notation(schema)}`).join('\n')) : ''}
${body ? shape('Sends', notation(body)) : ''}
${Object.entries(call.responses)
  .filter(([status]) => status !== 'default')
  .map(([status, answer]) =>
    shape(status, schemaText(answer.content?.['application/json'].schema, answer.description)),
  )}
</article>`;
}

const schemaText = (schema: JsonSchema | undefined, otherwise: string): string =>
  schema ? notation(schema) : otherwise;

const shape = (label: string, text: string): Markup => html`<p>${label}</p><pre>${text}</pre>`;
