import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import { VerificationStep } from '#screens/registration/VerificationStep.tsx';
import { verificationCases } from '../../machines/registration/verification.cases.ts';
import { rejected } from '../../support/flow.ts';
import { renderScreen, testScreen } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';
import { wizard } from './wizard.ts';

const Step = (props: Pick<Parameters<typeof VerificationStep>[0], 'state' | 'send'>) => (
  <VerificationStep {...props} wizard={wizard} />
);
const expected = {
  heading: 'Verify your email address',
  texts: ['We sent a six-digit code to ann@acme.example.'],
  buttons: { Verify: { type: 'SUBMIT' }, 'Resend code': { type: 'RESEND' }, Back: { type: 'BACK' } },
} as const;

testScreen('verification', verificationCases, {
  screen: Step,
  expectations: {
    'awaitingCode.entering': { ...expected, fields: ['Six-digit code'] },
    'awaitingCode.locked': expected,
    verifying: expected,
    resending: expected,
    hosted: expected,
    wentBack: 'passed',
    saved: 'passed',
    advanced: 'passed',
    moved: 'passed',
    registrationNotFound: 'passed',
  },
});

test('a complete code is sent once, automatically; a rejection is shown at the field, which can be corrected', async () => {
  const requests: unknown[] = [];
  const actor = started(
    createActor(
      verificationMachine.provide({
        actors: {
          updateRegistration: fromPromise(({ input }) => {
            requests.push(input.body);
            return Promise.reject(rejected(400, 'AU1003', 'verification_code', 'This code is wrong.'));
          }),
          clock: fromCallback(() => {}),
        },
        actions: { notify: () => {}, clearNotice: () => {} },
      }),
      { input: { token: 't1', email: 'ann@acme.example', resendAt: null, coolDownSeconds: 30 } },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={Step} />);
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('Six-digit code'));
  await user.keyboard('123456{Enter}');
  expect(await screen.findByText('This code is wrong.')).toBeTruthy();
  expect(requests).toEqual([{ step: '2', verification_code: '123456' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Six-digit code').value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('Six-digit code'));
});
