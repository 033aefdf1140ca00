import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { openApiDocument } from '#server/openapi/document.ts';
import { settings } from '#settings';
import { additiveRows } from '#tests/contract/additiveRows.ts';
import { wireRows } from '#tests/contract/wireRows.ts';
import { startServer } from '#tests/support/server.ts';
import { answerChecker } from '../../tools/contract/answerChecker.ts';

const document = openApiDocument({ settings });
const differences = answerChecker(document);

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('every call of the contract is in it, with its statuses and what it sends', () => {
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const operation = document.paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method];
    expect(operation?.operationId).toBe(name);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual([...Object.keys(call.answers), ...(call.anySuccess ? ['2XX'] : []), 'default']);
    expect(operation?.requestBody !== undefined, name).toBe(call.body !== undefined);
    expect(operation?.security !== undefined, name).toBe(call.session === true);
  }
});

test('single sign-on has what the buttons send, that of an invitation its token too', () => {
  const names = (path: string) => document.paths[path]?.['get']?.parameters.map(({ name }) => name);
  expect(names('/sso/connect/{provider}')).toEqual(['provider', 'locale', 'invitation']);
  expect(names('/registrations/sso/{provider}/connect')).toEqual(['provider', 'locale']);
});

test.each([...wireRows, ...additiveRows])('the answer written by hand fits the document: $row', (row) => {
  expect(differences(row.call, row.status, row.body)).toEqual([]);
});

test.each([
  ['requestReset', 200],
  ['resendRegistrationCode', 200],
  ['resendConfirmation', 204],
  ['logOut', 204],
] as const)('%s with %d and no body fits, as the page reads its status only', (call, status) => {
  expect(differences(call, status, null)).toEqual([]);
});

test.each([
  ['login', 200, null, '/'],
  ['login', 200, { user_id: 42 }, '/user_token'],
  ['login', 200, { user_id: 42, user_token: 7 }, '/user_token'],
  ['login', 201, { user_id: 42, user_token: 'u' }, 'status 201'],
  ['loginWithCode', 201, { user_id: 42 }, '/user_token'],
  ['readRegistration', 200, { data: { data: { nb_users: 'many' }, step: '3' } }, '/data/data/nb_users'],
  ['listPackages', 200, { data: { type: 'P' } }, '/data'],
  [
    'listSessions',
    200,
    { data: [{ id: 1, device: '', created_at: 'today', last_seen_at: '', current: true }] },
    '/data/0',
  ],
  ['login', 401, { message: 3 }, '/message'],
] as const)('%s with %d does not fit as %j', (call, status, body, where) => {
  expect(differences(call, status, body).join()).toContain(where);
});

test('it is served as JSON, and as a page with every call, which runs no script', async () => {
  const { request } = await startServer();
  expect(await (await request('/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(document)));
  const page = await request('/openapi/');
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  const text = await page.text();
  expect(text).not.toContain('<script');
  for (const name of Object.keys(calls)) expect(text).toContain(`<article id="${name}">`);
});
