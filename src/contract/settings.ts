import * as v from 'valibot';
import { colourTokens } from '#domain/colourTokens.ts';
import { cardEntries, prorations, signupOrders, ssoProviders, trialLengths } from '#domain/constants.ts';

const seconds = (min: number) => v.pipe(v.number(), v.integer(), v.minValue(min));

/**
 * The operator's settings, as sent in the page. They are defined only in `src/settings.ts`; the reference server may
 * override single values by environment variables, and writes the result into each page as JSON (`<script id="settings"
 * type="application/json">`).
 */
export const Settings = v.object({
  brand: v.object({
    name: v.string(),
    /** URL of the logo; empty: the built-in mark. */
    logo: v.string(),
    /** URL of the icon, SVG or PNG of 512 pixels; empty: the built-in one in the accent's colour. */
    icon: v.optional(v.string(), ''),
    /** Where people ask for help, and the sender of every mail. */
    supportEmail: v.string(),
    /**
     * Colours that replace tokens of `src/ui/tokens.css`: one value for both palettes, or `light-dark(light, dark)`.
     */
    colours: v.record(v.picklist(colourTokens), v.pipe(v.string(), v.regex(/^[^;{}<>]+$/))),
  }),
  /** The order of the wizard's middle steps. */
  signupOrder: v.picklist(signupOrders),
  /** Length of the trial: one calendar month, or thirty days. */
  trialLength: v.picklist(trialLengths),
  /** How the first month is charged: for the remaining days, or as a whole. */
  proration: v.picklist(prorations),
  /** Where the card of step 4 is typed: `hosted` sends no card to the API (docs/payment.md). */
  cardEntry: v.optional(v.picklist(cardEntries), 'page'),
  /** Whether mx and br are separate languages. */
  regionalVariants: v.boolean(),
  /** Seconds between two resends; 0: no wait. */
  coolDownSeconds: seconds(0),
  /** Lifetime of a mailed code, in seconds. */
  codeLifeSeconds: seconds(1),
  /** How long the bank's frame may stay open, in seconds. */
  bankDeadlineSeconds: seconds(1),
  /** Version of the terms that a visitor accepts; sent as consent_version. */
  termsVersion: v.string(),
  hosts: v.object({
    /** Hosts on which a visitor is never moved to another host (§2). */
    development: v.array(v.string()),
    /** Page host → base of the API; a host that is not listed uses `/v1/phone` of its own origin. */
    api: v.record(v.string(), v.string()),
    /** §2: page host → its .com host, for English and Spanish. */
    com: v.record(v.string(), v.string()),
  }),
  /** Origins whose 3-D Secure pages may be framed, besides the API's own. */
  bankOrigins: v.array(v.string()),
  /** Origins that the operator's tags load from and send to; the sign-up allows none. */
  tagOrigins: v.array(v.string()),
  /** The single sign-on providers on offer. */
  ssoProviders: v.array(v.picklist(ssoProviders)),
  consentDays: v.number(),
  /**
   * Cookies set by the tools of a category, by name, or by a prefix followed by `*`: '_ga', '_ga_*'. They are deleted
   * when the consent is withdrawn, and whenever there is none.
   */
  consentCookies: v.object({ analytics: v.array(v.string()), marketing: v.array(v.string()) }),
});
export type Settings = v.InferOutput<typeof Settings>;

/** The operator's colours as a style for the head of a page; it overrides the tokens regardless of its position. */
export function colourStyle({ colours }: Settings['brand']): string {
  const rules = Object.entries(colours).map(([name, colour]) => `--${name}: ${colour}`);
  return rules.length === 0 ? '' : `<style>html:root { ${rules.join('; ')} }</style>`;
}
