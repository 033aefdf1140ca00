import type { Language, RegistrationStep } from '#domain/constants.ts';
import type { Config } from '../platform/config.ts';
import { BANK_PATH } from './port.ts';

/** Path of the sample hosted page on the bank's origin. */
export const NOTICE_PATH = `${BANK_PATH}/notice`;

/** Addresses that get a hosted page after a step: hosted-step-1@…, hosted-step-2+anything@…, hosted-step-3@… */
const sentinel = /^hosted-step-([123])(?:\+[^@]*)?@/i;

/**
 * URL of the hosted page that follows a submission (202), or null. Local mode only. The submission takes effect at
 * once, so the reload after the page finds the next step.
 */
export function hostedPage(config: Config, email: string, step: RegistrationStep, language: Language): string | null {
  if (config.mode !== 'local' || sentinel.exec(email)?.[1] !== step.charAt(0)) return null;
  return `${config.bankUrl}${NOTICE_PATH}?l=${language}`;
}
