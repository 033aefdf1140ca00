import type { Account } from '#contract/account.ts';
import { type Notice, problem } from '#domain/notice.ts';
import { sharedAction } from '../sharedAction.ts';

/** How a panel of the dashboard ends. */
export type PanelOutcome =
  | { kind: 'closed' }
  | { kind: 'changed'; account: Account }
  /** The one thing that the panel was opened for has failed; the section shows the problem. */
  | { kind: 'failed'; problem: Notice }
  /** This session has a new token; all others have ended. */
  | { kind: 'renewed' }
  | { kind: 'sessionExpired' };

/** What went wrong, shown beside the control that was pressed; null once it is tried again. */
export type PanelProblem = { problem: Notice | null };

/** No answer came in time. */
export const noAnswer: Notice = problem({ code: 'unreachable' });

/** The actions of a panel on its problem. */
export const problemActions = {
  setProblem: sharedAction((_: PanelProblem, problem: Notice | null) => ({ problem })),
  setUnreachable: sharedAction((_: PanelProblem) => ({ problem: noAnswer })),
  clearProblem: sharedAction((_: PanelProblem) => ({ problem: null })),
};

type WithOutcome = { outcome: PanelOutcome };
const withOutcome = (outcome: PanelOutcome): WithOutcome => ({ outcome });

/** The actions of a panel that is closed by the changed account. */
export const outcomeActions = {
  setAccount: sharedAction((_: WithOutcome, account: Account) => withOutcome({ kind: 'changed', account })),
  setSessionExpired: sharedAction((_: WithOutcome) => withOutcome({ kind: 'sessionExpired' })),
};
