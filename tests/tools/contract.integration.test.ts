import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { API_PATH } from '#domain/hosts.ts';
import { openApiDocument } from '#server/openapi/document.ts';
import { settings } from '#settings';
import { ORIGIN, startServer } from '#tests/support/server.ts';
import type { Fetch } from '../../tools/contract/client.ts';
import type { Row } from '../../tools/contract/rows.ts';
import { runContract } from '../../tools/contract/suite.ts';

/** The rows of our own server, whose answers may be changed on the way. */
async function rowsOf(
  change: (request: Request, response: Response) => Promise<Response> = async (_, response) => response,
) {
  const server = await startServer();
  const fetch: Fetch = async (request) => change(request, await server.app.fetch(request));
  const document = openApiDocument({ settings });
  return runContract({ base: ORIGIN + API_PATH, inbox: `${ORIGIN}/inbox.json`, document, fetch });
}
const differing = (rows: readonly Row[]) =>
  rows.filter(({ verdict }) => verdict !== 'holds').map(({ name, details }) => [name, ...details]);

test('every row holds on our own server, and every call is tried', async () => {
  const rows = await rowsOf();
  expect(differing(rows)).toEqual([]);
  const untried = Object.values(calls).filter(({ method, path }) => {
    const call = `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
    return !rows.some(({ name }) => name.split(', ')[0] === call);
  });
  expect(untried).toEqual([]);
});

test('on a server that always requires a code, every row holds: the sign-up ends with a login by code', async () => {
  const server = await startServer({ TWO_FACTOR: 'always' });
  const rows = await runContract({
    base: ORIGIN + API_PATH,
    inbox: `${ORIGIN}/inbox.json`,
    document: openApiDocument({ settings }),
    fetch: async (request) => server.app.fetch(request),
  });
  expect(differing(rows)).toEqual([]);
});

test('where a page of the bank takes the card, the sign-up is tried up to that page, and no row differs', async () => {
  const server = await startServer({ CARD_ENTRY: 'hosted' });
  const rows = await runContract({
    base: ORIGIN + API_PATH,
    inbox: `${ORIGIN}/inbox.json`,
    document: openApiDocument({ settings: { ...settings, cardEntry: 'hosted' } }),
    fetch: async (request) => server.app.fetch(request),
  });
  expect(rows.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  expect(rows.find(({ name }) => name.endsWith('step 4'))).toMatchObject({ verdict: 'holds' });
});

test('on a server with the calls of the specification only, every row that is not beyond it holds', async () => {
  const server = await startServer();
  const beyond = /^\w+ \/(account|invitations|logout|events)\b|^GET \/reset\b/;
  const rows = await runContract({
    base: ORIGIN + API_PATH,
    inbox: `${ORIGIN}/inbox.json`,
    document: openApiDocument({ settings }),
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace(API_PATH, '');
      if (beyond.test(`${request.method} ${path}`)) return new Response(null, { status: 404 });
      return server.app.fetch(request);
    },
    isWhole: false,
  });
  expect(differing(rows)).toEqual([]);
});

/** Changes of one answer each, by the row that they are about. */
const changes: Record<string, (request: Request, response: Response) => Promise<Response | null>> = {
  'GET /dictionaries': onPath('GET', /\/phone\/dictionaries$/, ({ data }) => ({ data: { ...data, us_state: [] } })),
  'POST /login, an empty body': async (request, response) =>
    request.url.endsWith('/login') && response.status === 400
      ? Response.json(await response.json(), { status: 422 })
      : null,
  'PATCH /registrations/{registration_token}, a wrong code': onPath('PATCH', /\/registrations\//, (body) =>
    body.errors?.[0]?.code === 'AU1003' ? { ...body, errors: [{ ...body.errors[0], code: 'E17' }] } : null,
  ),
  'GET /registrations/{registration_token}/packages': onPath('GET', /\/registrations\/.*\/packages$/, ({ data }) =>
    data ? { data: data.map(({ prices: _, ...rest }: { prices: unknown }) => rest) } : null,
  ),
  'GET /account/team': onPath('GET', /\/account\/team$/, ({ data }) =>
    data ? { data: { ...data, users: data.users.map((user: object) => ({ ...user, role: 'king' })) } } : null,
  ),
};

// biome-ignore lint/suspicious/noExplicitAny: any answer of the server
function onPath(method: string, path: RegExp, change: (body: any) => object | null) {
  return async (request: Request, response: Response) => {
    if (request.method !== method || !path.test(new URL(request.url).pathname)) return null;
    const changed = change(await response.clone().json());
    return changed && Response.json(changed, { status: response.status });
  };
}

test('on a server that changes five answers, exactly these five rows differ', async () => {
  const rows = await rowsOf(async (request, response) => {
    for (const change of Object.values(changes)) {
      const changed = await change(request, response);
      if (changed) return changed;
    }
    return response;
  });
  const names = differing(rows).map(([name]) => name);
  expect(names.sort()).toEqual(Object.keys(changes).sort());
});

test('a server may answer with any success and no body where the page reads neither', async () => {
  const rows = await rowsOf(async ({ url }, response) => {
    const [, mailedOnly, any2xx] =
      /phone\/(?:(password|registrations\/[^/]+\/resend)|(confirmation|logout))$/.exec(url) ?? [];
    if (!response.ok || !(mailedOnly || any2xx)) return response;
    return new Response(null, { status: any2xx ? 204 : 200 });
  });
  expect(differing(rows)).toEqual([]);
});

test('a row that needs what another did not give is not tried, and only the other differs', async () => {
  const rows = await rowsOf(
    async (request, response) =>
      (await onPath('POST', /\/phone\/registrations$/, ({ token: _, ...rest }) => rest)(request, response)) ?? response,
  );
  const differ = rows.filter(({ verdict }) => verdict === 'differs').map(({ name }) => name);
  expect(differ).toEqual(['POST /registrations', 'POST /registrations, of an unfinished sign-up']);
  const skipped = rows.filter(({ verdict }) => verdict === 'not tried').map(({ name }) => name);
  expect(skipped).toContain('GET /account');
});

test('the command prints its usage and exits with 2 if the base is no address', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/contract.ts', 'nonsense'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('npm run contract -- <base url>')]);
});
