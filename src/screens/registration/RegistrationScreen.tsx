import { useLingui } from '@lingui/react';
import { useSelector } from '@xstate/react';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Actor, AnyActorRef, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { trialEnd } from '#domain/trial.ts';
import type { accountMachine } from '#machines/registration/account.machine.ts';
import type { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import type { billingMachine } from '#machines/registration/billing.machine.ts';
import type { planMachine } from '#machines/registration/plan.machine.ts';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { shownNumber } from '#machines/registration/steps.ts';
import type { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import type { verificationMachine } from '#machines/registration/verification.machine.ts';
import type { Wizard } from '#machines/registration/wizard.ts';
import { ProgressLines } from '#ui/ProgressLines.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { usePage } from '../page.ts';
import type { ScreenProps } from '../screenProps.ts';
import { AccountStep } from './AccountStep.tsx';
import { BankOverlay } from './BankOverlay.tsx';
import { BillingStep } from './BillingStep.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { LoggingIn } from './LoggingIn.tsx';
import { PlanStep } from './PlanStep.tsx';
import './RegistrationScreen.css';
import type { StepProps } from './stepProps.ts';
import { TeamChoiceStep } from './TeamChoiceStep.tsx';
import { TrialPromise } from './TrialPromise.tsx';
import { VerificationStep } from './VerificationStep.tsx';

/** §2 Registration: progress, and the step that the wizard is at. */
export function RegistrationScreen({ state, send }: ScreenProps<typeof registrationMachine>) {
  const { account, verification, plan, billing, bankCheck, teamChoice } = state.children;
  const wizard = state.context;
  const isCovered = state.matches('filling') && !state.matches({ filling: { hostedPage: 'closed' } });
  const step = useHeadingOnReturn(isCovered);
  if (state.hasTag('failed')) return <LoadFailure state={state} send={send} />;
  if (state.hasTag('skeleton')) return <Loading isNew={wizard.token === null} />;
  if (state.matches('choosingTeam')) {
    return <Child<typeof teamChoiceMachine> actor={teamChoice} screen={TeamChoiceStep} wizard={wizard} />;
  }
  if (state.matches('joinedTeam') || state.matches('challenged')) return <Skeleton />;
  if (state.matches('loggingIn') || state.matches('notLoggedIn') || state.status === 'done') {
    return <LoggingIn state={state} send={send} />;
  }
  return (
    <>
      <div ref={step} className="registration" inert={isCovered}>
        <ProgressLines step={shownNumber(wizard)} />
        <Child<typeof accountMachine> actor={account} screen={AccountStep} wizard={wizard} />
        <Child<typeof verificationMachine> actor={verification} screen={VerificationStep} wizard={wizard} />
        <Child<typeof planMachine> actor={plan} screen={PlanStep} wizard={wizard} />
        {(account || verification) && <Aside wizard={wizard} />}
        <Child<typeof billingMachine> actor={billing} screen={BillingStep} wizard={wizard} />
        {state.hasTag('pending') && <Skeleton />}
      </div>
      <Child<typeof bankCheckMachine> actor={bankCheck} screen={BankOverlay} wizard={wizard} />
    </>
  );
}

/** The form that a hosted page has covered is a new screen to who comes back to it: its heading takes the focus. */
function useHeadingOnReturn(isCovered: boolean) {
  const { showHeading } = usePage();
  const step = useRef<HTMLDivElement>(null);
  const wasCovered = useRef(isCovered);
  useEffect(() => {
    const heading = step.current?.querySelector('h1');
    if (wasCovered.current && !isCovered && heading) showHeading(heading);
    wasCovered.current = isCovered;
  }, [isCovered, showHeading]);
  return step;
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

/** On wide screens, as long as there is no order yet: what the trial costs. */
function Aside({ wizard: { today, settings } }: { wizard: Wizard }) {
  const { i18n } = useLingui();
  return (
    <aside className="registration-aside" aria-labelledby="trial-promise">
      <h2 id="trial-promise">{i18n.t('Free for 30 days')}</h2>
      <TrialPromise trialEndsOn={trialEnd(today, settings.trialLength)} />
    </aside>
  );
}

/** §2: a skeleton while dictionaries and countries load; a new sign-up shows already where it begins. */
function Loading({ isNew }: { isNew: boolean }) {
  const { i18n } = useLingui();
  return (
    <div className="registration" aria-busy="true">
      {isNew && <ProgressLines step={1} />}
      <h1 className="visually-hidden">{isNew ? i18n.t("Let's create your account") : i18n.t('Sign up')}</h1>
      <Skeleton fields={4} />
    </div>
  );
}
