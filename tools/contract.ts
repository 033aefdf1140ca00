/*
 * `npm run contract -- <base url>`: tries every call of the contract on a server, as a new customer would use it, and
 * prints row by row what holds and where it differs. Exit code 1 if a row differs, 2 for wrong arguments. It signs up
 * and logs in with addresses at example.com and a test card: run it on a server for tests. Set the environment as for that.
 */
import { parseArgs } from 'node:util';
import { openApiDocument } from '#server/openapi/document.ts';
import { readConfig } from '#server/platform/config.ts';
import { orSentence, whyNoAnswer } from './commandLine.ts';
import type { Row } from './contract/rows.ts';
import { runContract } from './contract/suite.ts';

const USAGE = `Usage: npm run contract -- <base url> [--inbox <url>] [--specification]
  <base url>       of the API, such as http://localhost:3000/v1/phone
  --inbox          where its mails are read, as /inbox.json?to= of the reference server answers; default: /inbox.json
                   of the same origin. Without it, rows that need a mailed code are not tried
  --specification  leaves out the calls beyond the specification, such as those of the dashboard`;

const options = readOptions();
const config = orSentence(() => readConfig(process.env));
if (options === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (await isReached(options.base)) {
  const rows = await runContract({ ...options, document: openApiDocument(config), fetch, onRow: print });
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  console.log(`\n${count('holds')} rows hold, ${count('differs')} differ, ${count('not tried')} were not tried.`);
  process.exitCode = count('differs') > 0 ? 1 : 0;
}

function readOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { inbox: { type: 'string' }, specification: { type: 'boolean', default: false } },
    });
    const base = new URL(positionals[0] ?? '');
    if (positionals.length !== 1 || !/^https?:$/.test(base.protocol) || base.search || base.hash) return null;
    const inbox = values.inbox ?? `${base.origin}/inbox.json`;
    if (!URL.canParse(inbox)) return null;
    return { base: base.href.replace(/\/$/, ''), inbox, isWhole: !values.specification };
  } catch {
    return null;
  }
}

/** Whether anything answers there; what prevents it is said in one sentence, in place of a row for each call. */
async function isReached(base: string): Promise<boolean> {
  try {
    await fetch(base);
    return true;
  } catch (error) {
    console.error(`${base} cannot be reached: ${whyNoAnswer(error)}`);
    process.exitCode = 1;
    return false;
  }
}

function print({ name, verdict, details }: Row): void {
  console.log(`${verdict.padEnd(9)}  ${name}${details.length > 0 ? `: ${details.join('; ')}` : ''}`);
}
