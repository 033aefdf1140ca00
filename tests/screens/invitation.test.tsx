import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import { invitationMachine } from '#machines/invitation.machine.ts';
import { InvitationScreen } from '#screens/invitation/InvitationScreen.tsx';
import { invitationCases } from '../machines/invitation.cases.ts';
import { apiAnswering } from '../support/apiAnswering.ts';
import { renderScreen, testPage, testScreen } from '../support/screen.tsx';
import { started } from '../support/started.ts';

const form = {
  heading: 'Join your team',
  texts: ['Ann Archer invited you to join', 'Continue with Google', 'Continue with Apple', 'Continue with Microsoft'],
  buttons: { 'Join and log in': { type: 'SUBMIT' } },
} as const;

testScreen('invitation', invitationCases, {
  screen: InvitationScreen,
  expectations: {
    reading: { texts: ['Loading…'] },
    failed: { heading: 'Join your team', buttons: { 'Try again': { type: 'TRY_AGAIN' } } },
    editing: { ...form, fields: ['First name', 'Last name', 'Password'] },
    accepting: form,
    tokenInvalid: { heading: 'Join your team', texts: ['You may have accepted it already', 'Log in'] },
    accepted: { texts: ['Loading…'] },
  },
});

test('§6 the providers are offered, and their links contain the invitation', () => {
  const actor = started(
    createActor(
      invitationMachine.provide({
        actors: {
          readInvitation: apiAnswering('readInvitation', {
            status: 200,
            data: { data: { email: 'bo@acme.example', company: 'Acme', invited_by: 'Ann Archer' } },
          }),
        },
      }),
      { input: { token: 'i/1' } },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={InvitationScreen} />, testPage({ language: 'pl' }));
  return expect
    .poll(() => screen.queryAllByRole('link').map((link) => link.getAttribute('href')))
    .toEqual(
      ['google', 'apple', 'azure'].map((provider) => `/v1/phone/sso/connect/${provider}?locale=pl&invitation=i%2F1`),
    );
});
