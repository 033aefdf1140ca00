import type { Account } from '#contract/account.ts';

/** Only the owner changes the number and the team, and only until the account has ended. */
export const mayChange = ({ user, ended }: Account): boolean => user.role === 'owner' && !ended;

/** The owner changes or cancels what is ordered; a cancelled subscription can be neither changed nor cancelled again. */
export const mayChangeOrder = ({ user, cancelled_at }: Pick<Account, 'user' | 'cancelled_at'>): boolean =>
  user.role === 'owner' && cancelled_at === null;

/** The owner undoes a cancellation until the account has ended. */
export const mayResume = (account: Account): boolean => mayChange(account) && account.cancelled_at !== null;

/** An owner whose free trial runs, and has not been cancelled. */
export const isOnTrial = (account: Account): boolean => mayChangeOrder(account) && !account.trial_over;

/** §1: the setup fee of a number is charged in the first month only: with the first invoice, as long as that is due. */
export const hasSetupFee = ({
  trial_over,
  trial_ends_on,
  invoices,
}: Pick<Account, 'trial_over' | 'trial_ends_on' | 'invoices'>): boolean =>
  !trial_over || invoices.some(({ due_on }) => due_on === trial_ends_on);
