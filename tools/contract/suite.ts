import type { OpenApiDocument } from '#server/openapi/document.ts';
import { answerChecker } from './answerChecker.ts';
import { createClient, type Fetch } from './client.ts';
import type { Suite } from './context.ts';
import { mailboxAt } from './mailbox.ts';
import { tryDashboard } from './parts/dashboard.ts';
import { tryErrors } from './parts/errors.ts';
import { tryLists } from './parts/lists.ts';
import { tryLogin } from './parts/login.ts';
import { trySignUp } from './parts/signUp.ts';
import { tryTeam } from './parts/team.ts';
import { type Row, rowsOf } from './rows.ts';

type Options = {
  /** Base of the API, without a trailing slash. */
  base: string;
  /** Where the mails of the server can be read (mailbox.ts). */
  inbox: string | null;
  document: OpenApiDocument;
  fetch: Fetch;
  onRow?: (row: Row) => void;
  /** Whether the calls beyond the specification are tried, such as those of the dashboard. */
  isWhole?: boolean;
};

/** Tries every call of the contract as a new customer would use it, and returns the rows. */
export async function runContract({ base, inbox, document, fetch, onRow, isWhole = true }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const tryRow = rowsOf(createClient(base, fetch), answerChecker(document), (row) => {
    rows.push(row);
    onRow?.(row);
  });
  const run = crypto.randomUUID().slice(0, 8);
  const suite: Suite = {
    tryRow,
    mailbox: mailboxAt(inbox, fetch),
    hasCard: 'card_number' in fieldsOf(document),
    newAddress: (name) => `contract-${name}-${run}@example.com`,
  };
  await tryErrors(suite, isWhole);
  const area = await tryLists(suite);
  const customer = await trySignUp(suite, area);
  if (isWhole) {
    await tryTeam(suite, customer);
    await tryDashboard(suite, customer, area);
  }
  await tryLogin(suite, customer, isWhole);
  return rows;
}

/** The fields of a later submission of the sign-up. */
const fieldsOf = ({ paths }: OpenApiDocument): object =>
  paths['/registrations/{registration_token}']?.['patch']?.requestBody?.content['application/json'].schema.properties ??
  {};
