import { useLingui } from '@lingui/react';
import { memo, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { usePage } from '../page.ts';
import type { ScreenProps } from '../screenProps.ts';
import { AccountStep } from './AccountStep.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { Progress } from './Progress.tsx';
import './RegistrationScreen.css';
import { stepScreens } from './stepScreens.ts';
import { TrialAside } from './TrialAside.tsx';

/**
 * §2 Registration: progress, and the step that the wizard is at. Another step is rendered in slices, so that a slow phone
 * stays responsive meanwhile; the step before stays until then.
 */
export function RegistrationScreen({ state, send }: ScreenProps<typeof registrationMachine>) {
  return <Shown state={useDeferredValue(state)} send={send} />;
}

const Shown = memo(function Shown({ state, send }: ScreenProps<typeof registrationMachine>) {
  const { account, verification, plan, billing, bankCheck, teamChoice } = state.children;
  const wizard = state.context;
  const isCovered = state.matches('filling') && !state.matches({ filling: { hostedPage: 'closed' } });
  const step = useHeadingOnReturn(isCovered);
  if (state.hasTag('failed')) return <LoadFailure state={state} send={send} />;
  if (state.hasTag('skeleton')) return <Loading />;
  if (state.matches('choosingTeam')) {
    return (
      <Suspense fallback={<Skeleton />}>
        <ChildFlow actor={teamChoice} screen={stepScreens.teamChoice.Screen} wizard={wizard} />
      </Suspense>
    );
  }
  if (state.matches('joinedTeam') || state.matches('challenged')) return <Skeleton />;
  if (state.hasTag('started') || state.status === 'done') {
    return (
      <Suspense fallback={<Skeleton />}>
        <stepScreens.loggingIn.Screen state={state} send={send} />
      </Suspense>
    );
  }
  return (
    <>
      <div ref={step} className="registration" inert={isCovered}>
        <Progress wizard={wizard} step={verification ?? plan ?? billing} />
        <ChildFlow actor={account} screen={AccountStep} wizard={wizard} />
        {!account && (
          <Suspense key={(verification ?? plan ?? billing)?.sessionId} fallback={<Skeleton fields={4} />}>
            <ChildFlow actor={verification} screen={stepScreens.verification.Screen} wizard={wizard} />
            <ChildFlow actor={plan} screen={stepScreens.plan.Screen} wizard={wizard} />
            <ChildFlow actor={billing} screen={stepScreens.billing.Screen} wizard={wizard} />
          </Suspense>
        )}
        {(account || verification) && <TrialAside wizard={wizard} />}
        {state.hasTag('pending') && <Skeleton />}
      </div>
      {bankCheck && (
        <Suspense>
          <ChildFlow actor={bankCheck} screen={stepScreens.bank.Screen} wizard={wizard} />
        </Suspense>
      )}
    </>
  );
});

/** When a hosted page no longer covers the form, the form counts as a new screen: its heading takes the focus. */
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

/** §2: a skeleton while the registration, dictionaries and countries load. */
function Loading() {
  const { i18n } = useLingui();
  return (
    <div className="registration" aria-busy="true">
      <h1 className="visually-hidden">{i18n.t('Sign up')}</h1>
      <Skeleton fields={4} />
    </div>
  );
}
