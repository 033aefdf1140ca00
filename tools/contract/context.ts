import type { Mailbox } from './mailbox.ts';
import type { TryRow } from './rows.ts';

/** What the parts of the suite share. */
export type Suite = {
  tryRow: TryRow;
  mailbox: Mailbox;
  newAddress: (name: string) => string;
  /** Whether step 4 has a card; otherwise a page of the bank takes it, which the suite cannot fill in. */
  hasCard: boolean;
};

/** An area with its id, to choose numbers from; null if none was found. */
export type Area = string | null;

/** A customer who has signed up; the session is null if the sign-up did not get so far. The password may change. */
export type Customer = { email: string; password: string; session: string | null };

export const PASSWORD = 'seven tall giraffes';
