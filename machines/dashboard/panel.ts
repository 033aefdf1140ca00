import type { Account } from '#contract/account.ts';
import { type Notice, problem } from '#domain/notice.ts';

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
