import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Actor } from 'xstate';
import { ActorView } from '#app/actorView.tsx';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { RegistrationScreen } from '#screens/registration/RegistrationScreen.tsx';
import { preloadSteps } from '#screens/registration/stepScreens.ts';
import { account, server, start } from '../../machines/registration/startWizard.ts';
import { renderScreen } from '../../support/screen.tsx';
import { settled, startWizard, until } from '../../support/wizard.ts';

await preloadSteps();

test('a step that is over stays as it was until the next step is shown', async () => {
  const flow = startWizard(start, server('verify-first'));
  await settled();
  renderScreen(<ActorView actor={flow.wizard as Actor<typeof registrationMachine>} screen={RegistrationScreen} />);
  const form = screen.getByRole('button', { name: 'Create an account' }).closest('form');
  if (!form) throw new Error('The account has no form');
  const seen: (string | null)[] = [];
  const observer = new MutationObserver((records) => {
    for (const { target } of records) seen.push((target as Element).getAttribute('aria-busy'));
  });
  observer.observe(form, { attributeFilter: ['aria-busy'] });

  flow.child('account').send({ type: 'CHANGE', change: account });
  flow.child('account').send({ type: 'SUBMIT' });
  await until(() => screen.queryByRole('heading', { level: 1 })?.textContent !== "Let's create your account");
  observer.disconnect();
  expect(seen).toEqual(['true']);
  expect(form.getAttribute('aria-busy')).toBe('true');
});
