import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { Calls } from '#contract/calls.ts';
import { type Notice, problem, success } from '#domain/notice.ts';
import { type Family, families } from '#domain/routes.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { preferencesMachine } from '#machines/preferences.machine.ts';
import { LanguageSelector } from '#screens/layout/LanguageSelector.tsx';
import { NoticeBanner } from '#screens/layout/NoticeBanner.tsx';
import { PageLayout } from '#screens/layout/PageLayout.tsx';
import { renderScreen, testPage } from '../support/screen.tsx';
import { started } from '../support/started.ts';

const layout = (family: Family | null) => {
  const page = testPage();
  const { container } = renderScreen(
    <PageLayout family={family} languageSelector="[languages]" banner="[banner]" onManageCookies={() => {}}>
      [screen]
    </PageLayout>,
    page,
  );
  return { page, user: userEvent.setup(), text: container.textContent ?? '' };
};

test('§2 the sign-up shows its tagline and links to the login', async () => {
  const { page, user, text } = layout('registration');
  expect(text).toContain('Start your 30 day free trial today!');
  expect(text).toContain('Have an account? Log in');
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(page.go).toHaveBeenCalledExactlyOnceWith('login');
});

test.each(families.filter((family) => !['registration', 'ssoExternal', 'dashboard'].includes(family)))(
  '§2 %s welcomes with the product’s name and links to the sign-up',
  (family) => {
    const { text } = layout(family);
    expect(text).toContain('Welcome to Ringwell');
    expect(text).toContain("Don't have an account? Sign up");
    expect(text).toContain('[languages]');
    expect(text).toContain('1.0.24');
  },
);

test('§2 the external landing hides selector, tagline and footer link', () => {
  const { text } = layout('ssoExternal');
  for (const hidden of ['Welcome to', '[languages]', 'Sign up', 'Log in']) expect(text).not.toContain(hidden);
  expect(text).toContain('1.0.24');
});

test('the dashboard has no log-in or sign-up link, but the language selector', () => {
  const { text } = layout('dashboard');
  for (const hidden of ['Sign up', 'Log in']) expect(text).not.toContain(hidden);
  expect(text).toContain('[languages]');
});

test('the help link is in the same place on every screen', () => {
  for (const family of [...families, null]) {
    const { text } = layout(family);
    expect(text).toContain('Contact supportTerms and conditionsPrivacy policyCookie settings');
  }
});

function banner(error: string | null = null) {
  const addresses: string[] = [];
  const resendConfirmation = fromPromise<
    CallOutput<Calls['resendConfirmation']>,
    CallInput<Calls['resendConfirmation']>
  >(async ({ input }) => {
    addresses.push(input.body.email);
    return { status: 200, data: { message: 'We sent you the mail again.' } };
  });
  const actor = started(createActor(noticeMachine.provide({ actors: { resendConfirmation } }), { input: { error } }));
  renderScreen(<ActorView actor={actor} screen={NoticeBanner} />);
  const show = (type: 'SHOW' | 'ADD', notice: Notice) => act(() => actor.send({ type, notice }));
  return { addresses, show, user: userEvent.setup() };
}

test.each(['AU1002 http://evil.example', '<a href="//evil.example">x</a>', '<0>Click here</0>', '{0} $t(x)'])(
  'the error parameter is shown as plain text: %s',
  (error) => {
    banner(error);
    expect(screen.getByRole('alert').textContent).toBe(error);
    expect(screen.queryByRole('link')).toBeNull();
  },
);

test('§8 AU1002: the notice has the link that sends the confirmation mail again', async () => {
  const { addresses, show, user } = banner();
  show('SHOW', { ...problem({ text: 'Please <b>confirm</b> your account.' }), resendTo: 'ann@acme.example' });
  expect(screen.getByRole('alert').textContent).toBe(
    'Please <b>confirm</b> your account. Click here to resend the confirmation email.',
  );
  await user.click(screen.getByRole('link', { name: 'Click here' }));
  expect(addresses).toEqual(['ann@acme.example']);
  expect((await screen.findByText('We sent you the mail again.')).closest('[role]')?.getAttribute('role')).toBe(
    'status',
  );
});

test('simultaneous notices are shown side by side and closed separately', async () => {
  const { show, user } = banner();
  show('ADD', success({ code: 'accountConfirmed' }));
  show('ADD', problem({ text: 'The discount is no longer valid.' }));
  expect(screen.getByRole('status').textContent).toBe(
    'Your account is now confirmed. Please use your email address and password to login.',
  );
  const [, second] = screen.getAllByRole('button', { name: 'Close' });
  if (second) await user.click(second);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(screen.getByRole('status').textContent).not.toBe('');
});

test('the time to wait is written in words', () => {
  const { show } = banner();
  show('SHOW', { ...problem({ text: 'Too many attempts.' }), waitSeconds: 30 });
  expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Try again in 30 seconds.');
});

test('a message without a full stop gets one before the wait', () => {
  const { show } = banner();
  show('SHOW', { ...problem({ code: 'somethingWrong' }), waitSeconds: 2 });
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong. Try again in 2 seconds.');
});

test('where waiting does not help, the next step is shown instead', () => {
  const { show } = banner();
  show('SHOW', { ...problem({ text: 'Too many codes.' }), nextStep: 'logInAgain' });
  expect(screen.getByRole('alert').textContent).toBe('Too many codes. Log in again to get a new code.');
});

test('two calls rejected for the same reason show one message', () => {
  const { show } = banner();
  show('ADD', { ...problem({ text: 'Too many attempts.' }), waitSeconds: 30 });
  show('ADD', { ...problem({ text: 'Too many attempts.' }), waitSeconds: 30 });
  expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Try again in 30 seconds.');
});

function selector(moveTo = vi.fn()) {
  const actor = started(
    createActor(
      preferencesMachine.provide({
        actions: { storePreferences: () => {}, removeParameters: () => {}, moveTo: (_, choice) => moveTo(choice) },
      }),
      { input: { preferences: { language: 'en', currency: 'USD', country: 'us' } } },
    ),
  );
  renderScreen(
    <ActorView
      actor={actor}
      screen={(props) => (
        <LanguageSelector {...props} addressOf={({ language, currency }) => `/${language}/?curr=${currency}`} />
      )}
    />,
  );
  return { moveTo, user: userEvent.setup() };
}

test('§2 the selector offers five languages by their own names, with their currencies, as links', async () => {
  const { user } = selector();
  await user.click(screen.getByRole('button', { name: 'English (USD)' }));
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['ENEnglish (USD)', '/en/?curr=USD'],
    ['DEDeutsch German (EUR)', '/de/?curr=EUR'],
    ['ESEspañol Spanish (EUR)', '/es/?curr=EUR'],
    ['PLPolski Polish (PLN)', '/pl/?curr=PLN'],
    ['PTPortuguês Portuguese (EUR)', '/pt/?curr=EUR'],
  ]);
});

test('§2 choosing a language opens its page with its currency; choosing the current one does not', async () => {
  const { user, moveTo } = selector();
  await user.click(screen.getByRole('button', { name: 'English (USD)' }));
  await user.click(screen.getByRole('link', { name: 'English (USD)' }));
  expect(moveTo).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Polski Polish (PLN)' }));
  expect(moveTo).toHaveBeenCalledExactlyOnceWith({ language: 'pl', currency: 'PLN' });
});
