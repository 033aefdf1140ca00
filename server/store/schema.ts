import type { Kysely, Transaction } from 'kysely';
import type {
  CustomerTable,
  DeviceTable,
  DiscountTable,
  InvitationTable,
  SessionTable,
  UserTable,
} from './tables/accounts.ts';
import type { LoginChallengeTable, ThrottleTable, TokenTable } from './tables/login.ts';
import type { InboxTable, OutboxTable } from './tables/mail.ts';
import type { CoverageTable, EventTable, FactTable, IdempotencyTable } from './tables/operation.ts';
import type { BankAttemptTable, RegistrationTable, ReservationTable, TestBankTable } from './tables/registrations.ts';
import type { SsoFlowTable, SsoIdentityTable } from './tables/sso.ts';

/** All tables by name; their columns are documented in `tables/`. */
export type Database = {
  events: EventTable;
  customers: CustomerTable;
  users: UserTable;
  sessions: SessionTable;
  devices: DeviceTable;
  login_challenges: LoginChallengeTable;
  tokens: TokenTable;
  discounts: DiscountTable;
  invitations: InvitationTable;
  registrations: RegistrationTable;
  reservations: ReservationTable;
  bank_attempts: BankAttemptTable;
  test_bank: TestBankTable;
  outbox: OutboxTable;
  inbox: InboxTable;
  idempotency: IdempotencyTable;
  throttles: ThrottleTable;
  sso_flows: SsoFlowTable;
  sso_identities: SsoIdentityTable;
  coverages: CoverageTable;
  facts: FactTable;
};

/** The database outside a transaction. */
export type Store = Kysely<Database>;
/** A transaction. Inside one only this may be used: writes through the store would wait for the transaction to end. */
export type Tx = Transaction<Database>;
