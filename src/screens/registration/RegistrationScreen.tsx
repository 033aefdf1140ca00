import { useLingui } from '@lingui/react';
import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { Actor, AnyActorRef, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import type { accountMachine } from '#machines/registration/account.machine.ts';
import type { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import type { billingMachine } from '#machines/registration/billing.machine.ts';
import type { planMachine } from '#machines/registration/plan.machine.ts';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { shownNumber } from '#machines/registration/steps.ts';
import type { verificationMachine } from '#machines/registration/verification.machine.ts';
import type { Wizard } from '#machines/registration/wizard.ts';
import { ProgressLines } from '#ui/ProgressLines.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { AccountStep } from './AccountStep.tsx';
import { BankOverlay } from './BankOverlay.tsx';
import { BillingStep } from './BillingStep.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { LoggingIn } from './LoggingIn.tsx';
import { PlanStep } from './PlanStep.tsx';
import './RegistrationScreen.css';
import { VerificationStep } from './VerificationStep.tsx';

/** What a step of the wizard takes: its own state, and what the wizard knows. */
export type StepProps<Machine extends AnyStateMachine> = ScreenProps<Machine> & { wizard: Wizard };

/** §2 Registration: progress, and the step that the wizard is at. */
export function RegistrationScreen({ state, send }: ScreenProps<typeof registrationMachine>) {
  const { account, verification, plan, billing, bankCheck } = state.children;
  const wizard = state.context;
  if (state.hasTag('failed')) return <LoadFailure state={state} send={send} />;
  if (state.hasTag('skeleton')) return <Loading />;
  if (state.matches('loggingIn') || state.matches('notLoggedIn') || state.status === 'done') {
    return <LoggingIn state={state} send={send} />;
  }
  return (
    <div className="registration">
      <ProgressLines step={shownNumber(wizard)} />
      <Child<typeof accountMachine> actor={account} screen={AccountStep} wizard={wizard} />
      <Child<typeof verificationMachine> actor={verification} screen={VerificationStep} wizard={wizard} />
      <Child<typeof planMachine> actor={plan} screen={PlanStep} wizard={wizard} />
      <Child<typeof billingMachine> actor={billing} screen={BillingStep} wizard={wizard} />
      <Child<typeof bankCheckMachine> actor={bankCheck} screen={BankOverlay} wizard={wizard} />
      {state.hasTag('pending') && <Skeleton />}
    </div>
  );
}

type ChildProps<Machine extends AnyStateMachine> = {
  actor: AnyActorRef | undefined;
  screen: ComponentType<StepProps<Machine>>;
  wizard: Wizard;
};

/** The flow of a step, while it runs. */
const Child = <Machine extends AnyStateMachine>({ actor, ...rest }: ChildProps<Machine>) =>
  actor ? <Running<Machine> key={actor.sessionId} actor={actor as Actor<Machine>} {...rest} /> : null;

function Running<Machine extends AnyStateMachine>({
  actor,
  screen: Step,
  wizard,
}: ChildProps<Machine> & { actor: Actor<Machine> }) {
  const state = useSelector(actor, (snapshot) => snapshot) as SnapshotFrom<Machine>;
  return <Step state={state} send={actor.send as (event: EventFromLogic<Machine>) => void} wizard={wizard} />;
}

function Loading() {
  const { i18n } = useLingui();
  return (
    <div className="registration" aria-busy="true">
      <h1 className="visually-hidden">{i18n.t("Let's create your account")}</h1>
      <Skeleton fields={4} />
    </div>
  );
}
