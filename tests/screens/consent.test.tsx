import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import { provideAll } from '#app/provideAll.ts';
import type { ConsentCookie } from '#contract/browser.ts';
import { consentMachine } from '#machines/consent.machine.ts';
import { ConsentDialog } from '#screens/consent/ConsentDialog.tsx';
import { consentCases } from '../machines/consent.cases.ts';
import { renderScreen, testScreen } from '../support/screen.tsx';
import { started } from '../support/started.ts';

const choice = {
  'Accept current selection': { type: 'ACCEPT_SELECTION' },
  'Accept all': { type: 'ACCEPT_ALL' },
} as const;

testScreen('consent', consentCases, {
  screen: ConsentDialog,
  expectations: {
    opening: 'passed',
    'deciding.prompting': {
      texts: ['Cookies on this site', 'Privacy policy'],
      buttons: { ...choice, Manage: { type: 'MANAGE' } },
    },
    'deciding.managing': {
      texts: ['Essentials', 'Analytics', 'Marketing'],
      buttons: { ...choice, Close: { type: 'CLOSE' } },
    },
    given: {},
  },
});

function consentActor(consent: ConsentCookie | null = null, stored: ConsentCookie[] = []) {
  return started(
    createActor(provideAll(consentMachine, { actions: { storeConsent: (_, given) => void stored.push(given) } }), {
      input: { consent },
    }),
  );
}

function running(consent: ConsentCookie | null = null) {
  const stored: ConsentCookie[] = [];
  const actor = consentActor(consent, stored);
  renderScreen(<ActorView actor={actor} screen={ConsentDialog} />);
  return { actor, stored, user: userEvent.setup() };
}

/** Shows the dialog and lets it take the focus, which it does in a task of its own. */
function open() {
  vi.useFakeTimers();
  try {
    running();
    vi.runAllTimers();
  } finally {
    vi.useRealTimers();
  }
}

test('the dialog opens with the focus on its title', () => {
  open();
  expect(document.activeElement?.textContent).toBe('Cookies on this site');
});

test('the dialog does not take the focus from a visitor who is typing', () => {
  render(<input aria-label="Email" />);
  screen.getByLabelText('Email').focus();
  open();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

test('the dialog does not take the focus from the heading of a screen that has just appeared', () => {
  render(<h1 tabIndex={-1}>This link no longer works</h1>);
  screen.getByRole('heading', { level: 1 }).focus();
  open();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('the dialog does not take the focus from a menu that the visitor has opened', () => {
  render(<button type="button">English (USD)</button>);
  screen.getByRole('button', { name: 'English (USD)' }).focus();
  open();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'English (USD)' }));
});

/** Two fields; the dialog appears while the first is being left. */
function Fields({ actor }: { actor: ReturnType<typeof consentActor> }) {
  const [isLeft, setIsLeft] = useState(false);
  return (
    <>
      <input aria-label="First name" onBlur={() => flushSync(() => setIsLeft(true))} />
      <input aria-label="Last name" />
      {isLeft && <ActorView actor={actor} screen={ConsentDialog} />}
    </>
  );
}

test('the dialog does not take the focus from a visitor who is on the way from one field to the next', async () => {
  renderScreen(<Fields actor={consentActor()} />);
  const focused: (string | null)[] = [];
  const note = ({ target }: FocusEvent) =>
    void focused.push((target as HTMLElement).ariaLabel ?? (target as HTMLElement).textContent);
  document.addEventListener('focusin', note);
  const user = userEvent.setup();
  await user.tab();
  await user.tab();
  expect(screen.getByRole('dialog')).toBeTruthy();
  document.removeEventListener('focusin', note);
  expect(focused).toEqual(['First name', 'Last name']);
});

test('the other view of the dialog opens with the focus on its title', async () => {
  const { user } = running();
  await user.click(screen.getByRole('button', { name: 'Manage' }));
  expect(document.activeElement?.textContent).toBe('Cookies on this site');
});

test('accepting the unchanged selection rejects all but the essentials', async () => {
  const { user, stored } = running();
  await user.click(screen.getByRole('button', { name: 'Accept current selection' }));
  expect(stored).toEqual([{ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('§6 essentials cannot be switched off, the others can be on and off', async () => {
  const { user, stored } = running();
  await user.click(screen.getByRole('button', { name: 'Manage' }));
  const essentials = screen.getByLabelText<HTMLInputElement>('Essentials');
  expect([essentials.checked, essentials.disabled]).toEqual([true, true]);
  await user.click(screen.getByLabelText('Marketing'));
  await user.click(screen.getByRole('button', { name: 'Accept current selection' }));
  expect(stored).toEqual([{ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 1 }]);
});

test('the text follows the selection: it says only essentials until another category is on', async () => {
  const { actor, user } = running({ cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 });
  act(() => actor.send({ type: 'MANAGE' }));
  expect(screen.queryByText(/Only essential cookies are on/)).toBeNull();
  await user.click(screen.getByLabelText('Analytics'));
  expect(screen.getByText(/Only essential cookies are on/)).toBeTruthy();
});

test('Escape keeps an earlier choice, and the focus returns', async () => {
  render(<button type="button">Cookie settings</button>);
  screen.getByRole('button', { name: 'Cookie settings' }).focus();
  const { actor, user, stored } = running({ cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 });
  act(() => actor.send({ type: 'MANAGE' }));
  await user.click(screen.getByLabelText('Analytics'));
  await user.keyboard('{Escape}');
  expect(stored).toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cookie settings' }));
});
