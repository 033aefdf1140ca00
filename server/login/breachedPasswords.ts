import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerContext } from '../platform/context.ts';
import { log, systemCode } from '../platform/log.ts';
import type { BreachedList } from '../platform/urlSettings.ts';

const PREFIX_LENGTH = 5;
const TIMEOUT_MS = 1_500;

/**
 * Whether a password is on the operator's list of breached ones, if there is one (k-anonymity, the range API of Have I
 * Been Pwned). The request names only the first five digits of its SHA-1, and so does not reveal the password. A list
 * that cannot be reached rejects nothing.
 */
export async function isBreached(
  { config: { breachedPasswords: list } }: Pick<ServerContext, 'config'>,
  password: string,
): Promise<boolean> {
  if (list === null) return false;
  const digest = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase();
  const prefix = digest.slice(0, PREFIX_LENGTH);
  try {
    return has(await rangeOf(list, prefix), digest.slice(PREFIX_LENGTH));
  } catch (error) {
    const why = systemCode(error as Error) ?? (error as Error).name;
    log('list of breached passwords cannot be asked', { why, change: 'BREACHED_PASSWORDS' });
    return false;
  }
}

/** The lines of all digests with a prefix: the rest of the digest, a colon, how often it was seen. */
async function rangeOf(list: BreachedList, prefix: string): Promise<string> {
  if ('folder' in list) return readFile(join(list.folder, `${prefix}.txt`), 'utf8');
  const response = await fetch(`${list.url}/${prefix}`, {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw Object.assign(new Error('refused'), { code: `status ${response.status}` });
  return response.text();
}

/** Lines with a count of zero only pad the response, so that its length reveals nothing. */
const has = (range: string, rest: string): boolean =>
  range.split(/\r?\n/).some((line) => {
    const [suffix, count] = line.toUpperCase().split(':');
    return suffix === rest && Number(count) > 0;
  });
