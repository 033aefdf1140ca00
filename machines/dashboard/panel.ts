import type { Account } from '#contract/account.ts';
import { type Notice, problem } from '#domain/notice.ts';

/** How a panel of the dashboard ends. */
export type PanelOutcome =
  | { kind: 'closed' }
  | { kind: 'changed'; account: Account }
  /** What it was opened for has failed, and it has nothing to show but that. */
  | { kind: 'failed'; problem: Notice }
  /** This session has a new token; all others have ended. */
  | { kind: 'renewed' }
  | { kind: 'sessionExpired' };

/** What went wrong, shown beside the control that was pressed; null once it is tried again. */
export type PanelProblem = { problem: Notice | null };

/** No answer came in time. */
export const noAnswer: Notice = problem({ code: 'unreachable' });
