import * as v from 'valibot';
import { colourTokens } from '#domain/colourTokens.ts';
import { signupOrders } from '#domain/constants.ts';

const seconds = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));

/**
 * What an operator may set, as it travels into the page. The one place where it is set is
 * `src/settings.ts`; the reference server may override single values by environment and writes
 * the result into each page as JSON (`<script id="settings" type="application/json">`).
 */
export const Settings = v.object({
  brand: v.object({
    name: v.string(),
    /** Address of the logo's image; empty draws the built-in mark. */
    logo: v.string(),
    supportEmail: v.string(),
    /** Colours that replace tokens of `src/ui/tokens.css`: one for both palettes, or `light-dark(light, dark)`. */
    colours: v.record(v.picklist(colourTokens), v.pipe(v.string(), v.regex(/^[^;{}<>]+$/))),
  }),
  /** The order of the wizard's middle steps. */
  signupOrder: v.picklist(signupOrders),
  /** A trial of one calendar month, or of thirty days. */
  trialLength: v.picklist(['month', '30days']),
  /** How the first month is charged: by the days that are left, or as a whole. */
  proration: v.picklist(['daysLeft', 'wholeMonth']),
  /** Whether mx and br are languages of their own. */
  regionalVariants: v.boolean(),
  /** Seconds between two resends; 0 lets nobody wait. */
  coolDownSeconds: seconds(0),
  /** Seconds that a mailed code lives. */
  codeLifeSeconds: seconds(1),
  /** Seconds that the bank's frame may stay open. */
  bankDeadlineSeconds: seconds(1),
  /** Version of the terms that a visitor agrees to; sent as consent_version. */
  termsVersion: v.string(),
  hosts: v.object({
    /** Hosts that never move a visitor to another host (§2). */
    development: v.array(v.string()),
    /** Page host → base of the API; a host that is not listed uses `/v1/phone` of its own origin. */
    api: v.record(v.string(), v.string()),
    /** §2: page host → its .com host, for English and Spanish. */
    com: v.record(v.string(), v.string()),
  }),
  /** Origins whose 3-D Secure pages may be framed, beside the API's own. */
  bankOrigins: v.array(v.string()),
  /** Origins that the operator's tags load from and send to; the sign-up allows none. */
  tagOrigins: v.array(v.string()),
  /** Single sign-on buttons that are offered. */
  ssoProviders: v.array(v.picklist(['google', 'apple', 'azure'])),
  consentDays: v.number(),
  /**
   * Cookies that tools of a category set, by name, or by the beginning of names before a `*`: '_ga', '_ga_*'. They are
   * deleted when the consent is withdrawn, and wherever there is none.
   */
  consentCookies: v.object({ analytics: v.array(v.string()), marketing: v.array(v.string()) }),
});
export type Settings = v.InferOutput<typeof Settings>;

/** The operator's colours as a style for the head of a page; it wins over the tokens wherever it stands. */
export function colourStyle({ colours }: Settings['brand']): string {
  const rules = Object.entries(colours).map(([name, colour]) => `--${name}: ${colour}`);
  return rules.length === 0 ? '' : `<style>html:root { ${rules.join('; ')} }</style>`;
}
