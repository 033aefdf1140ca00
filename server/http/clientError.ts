import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { html } from 'hono/html';
import { type Language, languages } from '#domain/constants.ts';
import { API_PATH } from '#domain/hosts.ts';
import { baseLanguage, localeTag, readLanguage } from '#domain/locale.ts';
import { requestTooLong, tooManyCookies, UNREADABLE } from '../messages/clientErrors.ts';
import { translate } from '../messages/translate.ts';
import type { Config } from '../platform/config.ts';
import { apiError, errorBody } from './errors.ts';
import { commonHeaders } from './headers.ts';
import { htmlPage } from './htmlPage.ts';
import { pageBrand } from './pageBrand.ts';

/**
 * Time for a client to read the response while the rest of its request is discarded; closing at once would cut it off.
 */
const LINGER_MS = 2_000;

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node's parse error: its code and the last packet. */
type ClientError = Error & { code?: string; rawPacket?: Buffer };

const answered = new WeakSet<Duplex>();

/** Responds to a malformed or oversized request, for which no handler can run, and closes the socket. */
export async function sendClientError(config: Config, error: ClientError, socket: Duplex): Promise<void> {
  // The parser reports each further packet of the same request.
  if (answered.has(socket)) return;
  answered.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const status = statuses[error.code ?? ''] ?? 400;
  socket.end(await bytesOf(status === 431 ? headersTooLong(config, error.rawPacket) : badRequest(config, status)));
}

/** Response to a request without a host, or one that cannot be parsed. */
export const badRequest = (config: Config, status = 400): Response =>
  new Response(UNREADABLE, {
    status,
    headers: { ...commonHeaders(config), 'Content-Type': 'text/plain; charset=utf-8' },
  });

/**
 * 431: too many cookies (of everything that is served on the host), a long address, or another long header. JSON if the
 * last packet holds the beginning of a call of the API; otherwise a page in every language, because the visitor's is
 * unknown.
 */
function headersTooLong(config: Config, packet: Buffer | undefined): Response {
  const head = packet?.toString('latin1') ?? '';
  const header = (name: string) => new RegExp(`\\r\\n${name}: *([^\\r\\n]*)`, 'i').exec(head)?.[1] ?? '';
  const isCall = new RegExp(`^[A-Z]+ ${API_PATH}/`).test(head) && !header('Accept').includes('text/html');
  const message = areMostlyCookies(head) ? tooManyCookies : requestTooLong;
  const answer = isCall
    ? tooLongForCall(message, readLanguage(header('X-Language'), config.settings.regionalVariants) ?? 'en')
    : tooLongForPage(message, config);
  for (const [name, value] of Object.entries(commonHeaders(config))) {
    if (!answer.headers.has(name)) answer.headers.set(name, value);
  }
  return answer;
}

/**
 * Whether more than half of what came is cookies; in a later packet, the rest of a line is known by its form:
 * `a=1; b=2`. In linear time: anyone can send such a packet.
 */
function areMostlyCookies(head: string): boolean {
  const [first = '', ...headers] = head.replace(/\r\n\r\n.*/s, '').split('\r\n');
  const pairs = first.split(';').filter((pair) => pair.includes('='));
  const isRest = !/^[A-Z]+ \S/.test(first) && pairs.length > 1;
  const cookies = [...(isRest ? [first] : []), ...headers.filter((line) => /^cookie:/i.test(line))].join('');
  return cookies.length > head.length / 2;
}

type TooLongMessage = typeof tooManyCookies | typeof requestTooLong;

const tooLongForCall = ({ advice }: TooLongMessage, language: Language): Response =>
  Response.json(errorBody(apiError('validation', { status: 431, message: advice }), language), {
    status: 431,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });

function tooLongForPage({ title, advice }: TooLongMessage, config: Config): Response {
  const others = languages.filter((language) => language !== 'en' && language === baseLanguage(language));
  return htmlPage({
    language: 'en',
    status: 431,
    brand: pageBrand(config, 'en'),
    title: translate('en', title),
    body: html`<p>${translate('en', advice)}</p>
${others.map(
  (language) => html`<section lang="${localeTag(language)}"><h2>${translate(language, title)}</h2>
<p>${translate(language, advice)}</p></section>`,
)}`,
  });
}

/** Serialises a response for a socket on which no request was parsed. */
async function bytesOf(answer: Response): Promise<Buffer> {
  const body = Buffer.from(await answer.arrayBuffer());
  answer.headers.set('Content-Length', String(body.length));
  answer.headers.set('Connection', 'close');
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`;
  return Buffer.concat([Buffer.from(`${[status, ...lines].join('\r\n')}\r\n\r\n`), body]);
}
