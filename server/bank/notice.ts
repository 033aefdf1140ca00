import type { Language, RegistrationStep } from '#domain/constants.ts';
import type { Config } from '../platform/config.ts';

/** Path of the sample hosted page on the bank's origin. */
export const NOTICE_PATH = '/bank/notice';

/** Addresses that meet a hosted page at their step: hosted-step-1@…, hosted-step-2+anything@…, hosted-step-3@… */
const sentinel = /^hosted-step-([123])(?:\+[^@]*)?@/i;

/**
 * The hosted page that a submission is answered with (202), or null. Local mode only; the
 * submission itself counts, so that the reload after the page finds the next step.
 */
export function hostedPage(config: Config, email: string, step: RegistrationStep, language: Language): string | null {
  if (config.mode !== 'local' || sentinel.exec(email)?.[1] !== step.charAt(0)) return null;
  return `${config.bankUrl}${NOTICE_PATH}?l=${language}`;
}
