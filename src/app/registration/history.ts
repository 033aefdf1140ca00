import { type RegistrationStep, registrationSteps } from '#domain/constants.ts';
import { checkOf, isCheckOpen, leaveCheck } from './checkHistory.ts';

/** The step to show once the entries of a check have been left, which is asynchronous. */
let pendingStep: RegistrationStep | null = null;

/**
 * One entry of the browser's history for each step, with the step of the entry below it; moving among them sends
 * nothing to the server.
 */
export const stepHistory = {
  /** Shows a step; the same step again changes nothing. The first one replaces the current entry. */
  show: (step: RegistrationStep) => {
    if (checkOf(history.state)) {
      // At once: the browser may report that the check has been left before the timer runs.
      pendingStep = step;
      setTimeout(() => {
        // After a reload the check has reopened: its entry is kept.
        if (isCheckOpen()) pendingStep = null;
        else leaveCheck();
      });
      return;
    }
    const shown = shownStep();
    if (shown === step) return;
    // An earlier step adds no entry: the browser's Back would lead forward from it.
    if (shown !== null && isBefore(shown, step)) history.pushState({ ...history.state, step, from: shown }, '');
    else if (history.state?.from === step) history.back();
    else history.replaceState({ ...history.state, step }, '');
  },
  /** Calls back with the step that Back or Forward led to. Returns a function to stop. */
  follow: (onMove: (step: RegistrationStep) => void) => {
    const listen = () => {
      if (isCheckOpen()) return;
      // Forward has led to a check that has ended.
      if (checkOf(history.state)) return leaveCheck();
      const step = pendingStep ?? shownStep();
      if (pendingStep) stepHistory.show(pendingStep);
      else if (step) onMove(step);
      pendingStep = null;
    };
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  },
};

const shownStep = (): RegistrationStep | null =>
  registrationSteps.find((step) => step === (history.state as { step?: unknown } | null)?.step) ?? null;

const isBefore = (step: RegistrationStep, other: RegistrationStep): boolean =>
  registrationSteps.indexOf(step) < registrationSteps.indexOf(other);
