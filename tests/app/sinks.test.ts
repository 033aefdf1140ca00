import { expect, onTestFinished, test, vi } from 'vitest';
import { settings, sinks } from '#settings';

/** Where the page of a host sends an event. */
async function addressFrom(host: string): Promise<string> {
  const fetch = vi.fn(async (_address: string) => new Response());
  const globals = { fetch, location: { host }, document: { documentElement: { lang: 'en' } } };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => void vi.unstubAllGlobals());
  sinks.analytics.record({ family: 'login', state: 'credentials', at: '2026-03-05T10:00:00.000Z' });
  return fetch.mock.calls[0]?.[0] ?? expect.fail();
}

test('events go to the API of the page’s host', async () => {
  settings.hosts.api['entry.acme.example'] = 'https://api.acme.example/v1/phone';
  onTestFinished(() => void delete settings.hosts.api['entry.acme.example']);
  expect(await addressFrom('entry.acme.example')).toBe('https://api.acme.example/v1/phone/events');
  expect(await addressFrom('other.example')).toBe('/v1/phone/events');
});
