import { type RegistrationStep, registrationSteps } from '#domain/constants.ts';

/** W4: one entry of the browser's history for each step; moving among them sends nothing. */
export const stepHistory = {
  /** The step on screen; the same step again changes nothing. The first one takes over the entry that is there. */
  show: (step: RegistrationStep) => {
    const shown = shownStep();
    if (shown === step) return;
    const state = { ...history.state, step };
    if (shown === null) history.replaceState(state, '');
    else history.pushState(state, '');
  },
  /** Tells where Back and Forward led. Returns how to stop. */
  follow: (moved: (step: RegistrationStep) => void) => {
    const listen = () => {
      const step = shownStep();
      if (step) moved(step);
    };
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  },
};

const shownStep = (): RegistrationStep | null =>
  registrationSteps.find((step) => step === (history.state as { step?: unknown } | null)?.step) ?? null;
