import { type RegistrationStep, registrationSteps } from '#domain/constants.ts';
import { checkOf, isCheckOpen, leaveCheck } from './checkHistory.ts';

/** The step to show once the entries of a check are left, which takes a moment. */
let due: RegistrationStep | null = null;

/** One entry of the browser's history for each step; moving among them sends nothing. */
export const stepHistory = {
  /** The step on screen; the same step again changes nothing. The first one takes over the entry that is there. */
  show: (step: RegistrationStep) => {
    if (checkOf(history.state)) {
      // After a reload the check is about to open again: its entry stays.
      setTimeout(() => {
        if (isCheckOpen()) return;
        due = step;
        leaveCheck();
      });
      return;
    }
    const shown = shownStep();
    if (shown === step) return;
    const state = { ...history.state, step };
    if (shown === null) history.replaceState(state, '');
    else history.pushState(state, '');
  },
  /** Tells where Back and Forward led. Returns how to stop. */
  sync: (onMove: (step: RegistrationStep) => void) => {
    const listen = () => {
      if (isCheckOpen()) return;
      // Forward has led to a check that is over.
      if (checkOf(history.state)) return leaveCheck();
      const step = due ?? shownStep();
      if (due) stepHistory.show(due);
      else if (step) onMove(step);
      due = null;
    };
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  },
};

const shownStep = (): RegistrationStep | null =>
  registrationSteps.find((step) => step === (history.state as { step?: unknown } | null)?.step) ?? null;
