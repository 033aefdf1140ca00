import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { CallInput, CallOutput } from '#contract/call.ts';
import type { Calls } from '#contract/calls.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import { AuthScreen, twoFactor } from '#screens/login/AuthScreen.tsx';
import { authCases } from '../machines/auth.cases.ts';
import { rejected } from '../support/flow.ts';
import { renderScreen, testPage, testScreen } from '../support/screen.tsx';
import { started } from '../support/started.ts';

await twoFactor.preload();

const login = { 'Log in': { type: 'SUBMIT' } } as const;
const credentials = {
  heading: 'Log in',
  texts: ['Remember me on this device', 'Forgot password?', 'Continue with Google', 'Continue with Microsoft'],
  buttons: login,
};
const code = {
  heading: 'Enter your code',
  texts: ['We sent a six-digit code to ann@acme.example.', 'Back to login'],
  buttons: { 'Verify and log in': { type: 'SUBMIT' }, 'Resend code': { type: 'RESEND' } },
} as const;

testScreen('login', authCases, {
  screen: AuthScreen,
  expectations: {
    opening: 'passed',
    credentials: { ...credentials, fields: ['Email', 'Password'] },
    loggingIn: credentials,
    'twoFactor.entering': { ...code, fields: ['Six-digit code'] },
    'twoFactor.verifying': code,
    'twoFactor.resending': code,
    challengeExpired: { ...code, texts: ['Back to login'] },
    nonceMissing: { ...code, texts: ['Two Factor Authentication nonce not found.', 'Back to login'] },
    loggedIn: { texts: ['Loading…'] },
  },
});

const challenge = { nonce: 'n1', email: 'ann@acme.example', remember_me: true };

/** The running flow, with a server that rejects requests and records them. */
function running({ startAt = 'credentials' as 'credentials' | 'twoFactor', page = testPage() } = {}) {
  const requests: string[] = [];
  const refusing = <Name extends 'login' | 'loginWithCode'>(name: Name, code: string, field: string) =>
    fromPromise<CallOutput<Calls[Name]>, CallInput<Calls[Name]>>(({ input }) => {
      requests.push(`${name} ${JSON.stringify((input as { body: object }).body)}`);
      return Promise.reject(rejected(400, code, field, 'The server says no.'));
    });
  const actor = started(
    createActor(
      authMachine.provide({
        actors: {
          login: refusing('login', 'VA1001', 'email'),
          loginWithCode: refusing('loginWithCode', 'AU1003', 'code'),
          mailedLinks: mailedLinksMachine,
          clock: fromCallback(() => {}),
        },
        actions: { notify: () => {}, clearNotice: () => {}, goTo: () => {} },
      }),
      {
        input: {
          startAt,
          email: '',
          challenge: startAt === 'twoFactor' ? challenge : null,
          coolDownSeconds: 30,
          confirmationToken: null,
          discountToken: null,
        },
      },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={AuthScreen} />, page);
  return { requests, user: userEvent.setup() };
}

test('an empty form shows an error at each field and focuses the first', async () => {
  const { user, requests } = running();
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getAllByText('This value should not be blank.')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(requests).toEqual([]);
});

test('a field that was left empty shows an error', async () => {
  const { user } = running();
  await user.click(screen.getByLabelText('Email'));
  await user.tab();
  expect(screen.getAllByText('This value should not be blank.')).toHaveLength(1);
});

test.each(['Forgot password?', 'Continue with Google'])('no error is shown for a field left for ‘%s’', async (link) => {
  const { user } = running();
  await user.click(screen.getByLabelText('Email'));
  screen
    .getByText(link)
    .closest('a')
    ?.addEventListener('click', (event) => event.preventDefault());
  await user.click(screen.getByText(link));
  expect(screen.queryByText('This value should not be blank.')).toBeNull();
});

test('a rejection of the server is shown at its field, and the input stays', async () => {
  const { user, requests } = running();
  await user.type(screen.getByLabelText('Email'), 'ann@acme.example');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByLabelText('Remember me on this device'));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The server says no.')).toBeTruthy();
  expect(requests).toEqual(['login {"email":"ann@acme.example","password":"correct horse","remember_me":true}']);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
});

test('§7 single sign-on is a plain link that includes the language', () => {
  running({ page: testPage({ language: 'mx', apiBase: 'https://api.example.com/v1/phone' }) });
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  for (const provider of ['google', 'apple', 'azure'])
    expect(hrefs).toContain(`https://api.example.com/v1/phone/sso/connect/${provider}?locale=mx`);
});

test('a complete code is sent once, automatically', async () => {
  const { user, requests } = running({ startAt: 'twoFactor' });
  await user.click(screen.getByLabelText('Six-digit code'));
  await user.keyboard('123456{Enter}');
  expect(await screen.findByText('The server says no.')).toBeTruthy();
  expect(requests).toEqual(['loginWithCode {"code":"123456","nonce":"n1"}']);
});

test('Back from a code screen that was reloaded leads to the address and the choice of that login', async () => {
  const { user } = running({ startAt: 'twoFactor' });
  await user.click(screen.getByRole('link', { name: 'Back to login' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@acme.example');
  expect(screen.getByLabelText<HTMLInputElement>('Remember me on this device').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});
