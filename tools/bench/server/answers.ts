import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable, median, spread } from '../table.ts';
import { DICTIONARIES, load } from './load.ts';
import { type Measured, startProcess } from './processes.ts';
import { beginSignUp } from './signUps.ts';

const CONNECTIONS = 10;
/** As browsers send it. */
const headers = { 'accept-encoding': 'br, gzip' };

const assets = join(import.meta.dirname, '../../../dist/assets');

/**
 * Files, pages and answers of the API beside a server that does nothing but send as many bytes, in turn: requests a
 * second, and their ratio.
 */
export async function measureAnswers(product: Measured, rounds: number, seconds: number): Promise<string> {
  const bare = await startProcess('tools/bench/server/bare.ts');
  const token = await beginSignUp(product);
  const script = readdirSync(assets).find((name) => name.endsWith('.js')) ?? '';
  const paths: Record<string, readonly [path: string, status?: number]> = {
    'a script': [`/assets/${script}`],
    'the login page': ['/login/'],
    'dictionaries, compressed': [DICTIONARIES],
    'a registration, from the database': [`/v1/phone/registrations/${token}`],
    'packages, for a registration': [`/v1/phone/registrations/${token}/packages`],
    'a registration that is not there': ['/v1/phone/registrations/unknown', 404],
  };
  const rows: string[][] = [];
  for (const [name, [path, status = 200]] of Object.entries(paths)) {
    const answer = await fetch(product.url + path, { headers });
    const body = Number(answer.headers.get('content-length')) || (await answer.arrayBuffer()).byteLength;
    const rates: { bare: number[]; product: number[] } = { bare: [], product: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const [kind, url] of Object.entries({ bare: `${bare.url}/${body}`, product: product.url + path })) {
        const { perSecond, statuses } = await load({ url, connections: CONNECTIONS, headers, seconds });
        const expected = String(kind === 'bare' ? 200 : status);
        if (Object.keys(statuses).join() !== expected)
          throw new Error(`${url} was answered by ${JSON.stringify(statuses)} instead of ${expected}.`);
        // The first round compiles the code; it does not count.
        if (round > 0) rates[kind as 'bare' | 'product'].push(perSecond);
      }
    }
    const ratio = median(rates.product) / median(rates.bare);
    rows.push([name, String(body), spread(rates.bare), spread(rates.product), ratio.toFixed(2)]);
  }
  await bare.stop();
  return markdownTable(['Answer', 'Bytes', 'Bare server, a second', 'Product, a second', 'Ratio'], rows);
}
