import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import { TeamChoiceStep } from '#screens/registration/TeamChoiceStep.tsx';
import { teamChoiceCases } from '../../machines/registration/teamChoice.cases.ts';
import { renderScreen, testScreen } from '../../support/screen.tsx';
import { started } from '../../support/started.ts';
import { wizard } from './wizard.ts';

const Step = (props: Pick<Parameters<typeof TeamChoiceStep>[0], 'state' | 'send'>) => (
  <TeamChoiceStep {...props} wizard={wizard} />
);
const expected = {
  heading: 'Join the team, or start your own account?',
  texts: ["The team's owner pays."],
  buttons: { 'Start my own account': { type: 'START_OWN' } },
} as const;

testScreen('teamChoice', teamChoiceCases, {
  screen: Step,
  expectations: {
    choosing: expected,
    joining: expected,
    joined: 'passed',
    challenged: 'passed',
    startedOwn: 'passed',
    registrationNotFound: 'passed',
    moved: 'passed',
  },
});

test('§6 each inviting team has its own button, named by its company or by the inviting person', async () => {
  const requests: unknown[] = [];
  const actor = started(
    createActor(
      teamChoiceMachine.provide({
        actors: {
          joinTeam: fromPromise(({ input }) => {
            requests.push(input);
            return new Promise(() => {});
          }),
        },
        actions: { clearNotice: () => {} },
      }),
      {
        input: {
          token: 't1',
          email: 'bo@acme.example',
          invitations: [
            { id: 3, company: 'Acme', invited_by: 'Ann Archer' },
            { id: 4, company: '', invited_by: 'Cy Carr' },
          ],
        },
      },
    ),
  );
  renderScreen(<ActorView actor={actor} screen={Step} />);
  expect(screen.getByText(/invited you to join the\b/).textContent).toBe(
    'Ann Archer invited you to join the Acme team.',
  );
  expect(screen.getByRole('button', { name: 'Join Acme' })).toBeTruthy();
  const user = userEvent.setup();
  const other = screen.getByRole('button', { name: 'Join the team of Cy Carr' });
  await user.click(other);
  await user.click(other);
  await user.click(screen.getByRole('button', { name: 'Start my own account' }));
  expect(requests).toEqual([{ params: { registration_token: 't1', invitation_id: '4' } }]);
});
