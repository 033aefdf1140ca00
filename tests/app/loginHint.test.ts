import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { keyValueStore } from '#adapters/storage.ts';
import { passLoginHint, takeLoginHint } from '#app/loginHint.ts';
import { preferencesMachine } from '#machines/preferences.machine.ts';

/** A document whose login holds an address that no other flow has got yet. */
function documentIn(tab: ReturnType<typeof newTab>, typed: string) {
  const loginHint = { email: takeLoginHint(tab) };
  const languageChoice = createActor(preferencesMachine.provide({ actions: nothingElse }), {
    input: { preferences: { language: 'en', currency: 'USD', country: 'us' } },
  }).start();
  const keepAddress = () => {
    loginHint.email = typed;
  };
  const flow = { render: () => null, keepAddress };
  const appLocation = { family: 'login', path: '/login/', query: new URLSearchParams() } as const;
  const activeFlow = () => ({ name: 'auth', appLocation, flow, open: () => flow });
  passLoginHint({ languageChoice, loginHint, sessionStore: tab }, { activeFlow });
  return { loginHint, languageChoice };
}

const nothingElse = { storePreferences: () => {}, removeParameters: () => {}, moveTo: () => {} };

const newTab = () => {
  const texts = new Map<string, string>();
  return keyValueStore(
    () =>
      ({
        getItem: (key: string) => texts.get(key) ?? null,
        setItem: (key: string, text: string) => texts.set(key, text),
        removeItem: (key: string) => texts.delete(key),
      }) as unknown as Storage,
  );
};

describe('an address that was typed', () => {
  it('is kept for the next document, in another language, and for no later one', () => {
    const tab = newTab();
    documentIn(tab, 'anna@example.com').languageChoice.send({
      type: 'LANGUAGE_CHOSEN',
      language: 'de',
      currency: 'EUR',
    });
    expect(documentIn(tab, '').loginHint.email).toBe('anna@example.com');
    expect(documentIn(tab, '').loginHint.email).toBe('');
  });

  it('is kept nowhere while no other language is chosen', () => {
    const tab = newTab();
    documentIn(tab, 'anna@example.com').languageChoice.send({ type: 'RETURNED' });
    expect(documentIn(tab, '').loginHint.email).toBe('');
  });
});
