import type { Account } from '#contract/account.ts';

/** How a panel of the dashboard ends: closed as it was, with the account changed, or because the session is over. */
export type PanelOutcome = { kind: 'closed' } | { kind: 'changed'; account: Account } | { kind: 'sessionLost' };
