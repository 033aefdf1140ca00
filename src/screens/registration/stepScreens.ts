import type { StepState } from '#machines/registration/steps.ts';
import { lazyScreen } from '../lazyScreen.ts';

/** The screens after step 1, each in a chunk of its own. */
export const stepScreens = {
  verification: lazyScreen(async () => (await import('./VerificationStep.tsx')).VerificationStep),
  plan: lazyScreen(async () => (await import('./PlanStep.tsx')).PlanStep),
  billing: lazyScreen(async () => (await import('./BillingStep.tsx')).BillingStep),
  teamChoice: lazyScreen(async () => (await import('./TeamChoiceStep.tsx')).TeamChoiceStep),
  bank: lazyScreen(async () => (await import('./BankOverlay.tsx')).BankOverlay),
  loggingIn: lazyScreen(async () => (await import('./LoggingIn.tsx')).LoggingIn),
  trialEnd: lazyScreen(async () => (await import('./TrialEndLine.tsx')).TrialEndLine),
};

const { verification, plan, billing, teamChoice, bank, loggingIn, trialEnd } = stepScreens;

/** What may be shown next, in the order of need; loaded while the person fills in the step. */
const next: Record<StepState, readonly { preload: () => Promise<void> }[]> = {
  creatingAccount: [trialEnd, verification, plan, bank],
  confirmingAccount: [trialEnd, plan, bank],
  verifyingEmail: [plan, teamChoice, bank],
  choosingPlan: [verification, plan, billing, bank],
  choosingNumber: [plan, billing, bank],
  choosingPlanAndNumber: [billing, bank],
  enteringBilling: [bank, loggingIn, plan],
};

/** Loads the screens that may follow a step, one after the other. A screen that cannot be loaded is tried again when shown. */
export async function preloadAfter(state: StepState): Promise<void> {
  for (const { preload } of next[state]) await preload().catch(() => {});
}

/** Loads every screen of the wizard. */
export const preloadSteps = (): Promise<unknown> =>
  Promise.all(Object.values(stepScreens).map(({ preload }) => preload()));
