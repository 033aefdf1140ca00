import type { Account } from '#contract/account.ts';

/** How a panel of the dashboard ends. */
export type PanelOutcome =
  | { kind: 'closed' }
  | { kind: 'changed'; account: Account }
  /** This session has a new token; all others have ended. */
  | { kind: 'renewed' }
  | { kind: 'sessionExpired' };
