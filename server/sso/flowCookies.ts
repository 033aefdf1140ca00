import { parse, serialize } from 'hono/utils/cookie';
import type { Language } from '#domain/constants.ts';
import { readLanguage } from '#domain/locale.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { ServerContext } from '../platform/context.ts';
import { sameDigest, tokenHash } from '../platform/secrets.ts';

/** Concurrent sign-ons of one browser; the oldest is dropped. */
const MAX_FLOWS = 10;
/** Cookies that one response removes, each by a header: more than a browser has, and what is left goes the next time. */
const MAX_REMOVED = 20;

type FlowCookie = { name: string; language: Language; expiresAt: number; signature: string | null };

/**
 * The cookies that bind sign-ons to a browser, one for each, so that several can run side by side. Each is named after
 * its state and signed with it; its value has the visitor's language and the expiry. They are SameSite=Lax, so that the
 * provider's redirect sends them.
 */
export function flowCookies({ config, keyring, now }: Pick<ServerContext, 'config' | 'keyring' | 'now'>) {
  const isHttps = config.publicUrl.startsWith('https:');
  const prefix = isHttps ? '__Host-sso-' : 'sso-';
  const nameOf = (state: string) => prefix + tokenHash(state).slice(0, 16);
  const sign = (state: string, language: Language, expiresAt: number) =>
    keyring.digest('sso cookie', `${language}.${expiresAt}`, state);
  const line = (name: string, value: string, maxAge: number) =>
    serialize(name, value, { path: '/', secure: isHttps, httpOnly: true, sameSite: 'Lax', maxAge });
  const remove = (requestContext: RequestContext, name: string) => requestContext.setCookie(line(name, '', 0));

  const all = (requestContext: RequestContext): { name: string; flow: FlowCookie | null }[] =>
    Object.entries(parse(requestContext.header('Cookie') ?? ''))
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => ({ name, flow: read(name, value) }));

  function read(name: string, value: string): FlowCookie | null {
    const [key, end, signature = null] = value.split('.');
    const language = readLanguage(key, config.settings.regionalVariants);
    const expiresAt = Number(end);
    return language && expiresAt > now() ? { name, language, expiresAt, signature } : null;
  }

  const validFlows = (requestContext: RequestContext): FlowCookie[] =>
    all(requestContext)
      .flatMap(({ flow }) => flow ?? [])
      .sort((one, other) => one.expiresAt - other.expiresAt);

  return {
    /** Binds a new flow to the browser; drops cookies that are unreadable, expired or beyond the maximum. */
    set(
      requestContext: RequestContext,
      { state, language, expiresAt }: { state: string; language: Language; expiresAt: number },
    ): void {
      const remaining = validFlows(requestContext).slice(-(MAX_FLOWS - 1));
      const over = all(requestContext).filter(({ name }) => !remaining.some((flow) => flow.name === name));
      for (const { name } of over.slice(0, MAX_REMOVED)) remove(requestContext, name);
      const value = `${language}.${expiresAt}.${sign(state, language, expiresAt)}`;
      requestContext.setCookie(line(nameOf(state), value, Math.ceil((expiresAt - now()) / 1000)));
    },
    /** Whether this browser started the flow; removes its cookie. */
    take(requestContext: RequestContext, state: string): boolean {
      const flow = validFlows(requestContext).find(({ name }) => name === nameOf(state));
      if (!flow || !sameDigest(flow.signature, sign(state, flow.language, flow.expiresAt))) return false;
      remove(requestContext, flow.name);
      return true;
    },
    /** The language of this browser's latest sign-on. */
    languageOf: (requestContext: RequestContext): Language | null =>
      validFlows(requestContext).at(-1)?.language ?? null,
  };
}
