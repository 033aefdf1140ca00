import type { RegistrationFields } from '#contract/registration.ts';
import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';

/** The step that follows a sent one. */
export const nextStep: Record<SignupOrder, Record<RegistrationStep, RegistrationStep>> = {
  'verify-first': { '1': '2', '2': '3', '2-sso': '3', '3': '4', '4': '4' },
  'plan-first': { '1': '2', '2': '3', '2-sso': '2', '3': '4', '4': '4' },
};
/** Steps in their order. */
export const rank: Record<RegistrationStep, number> = { '1': 1, '2-sso': 2, '2': 2, '3': 3, '4': 4 };

/** A registration as the model of the server stores it. */
export type Registration = {
  token: string;
  fields: RegistrationFields;
  numberId: number | null;
  step: RegistrationStep;
  completedAt: string | null;
  /** A 3-D Secure check that is still open; another submission of the last step replaces it. */
  bankUrl: string | null;
  bankChecks: number;
  codeAttempts: number;
  /** Made for an address that a customer has: it looks like any other and cannot be completed. */
  isDecoy: boolean;
  isSso: boolean;
};

/** The code that is mailed for a registration. */
export const codeOf = (token: string): string => `12345${token.slice(1)}`;

/** The fields that the server returns: no password, code or card, and nothing that the page only sends. */
export const shown = (fields: object): RegistrationFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([key]) =>
        !/^(card_(type|number|cvv|end_.*)|password|verification_code|step|consent_version|trial_time_zone)$/.test(key),
    ),
  );

/** What the server returns of a registration; after its completion nothing but that fact. */
export const recordOf = ({ fields, step, completedAt, numberId, bankUrl, isSso }: Registration) =>
  completedAt !== null
    ? { data: {}, step, completed_at: completedAt, number_id: null }
    : {
        data: fields,
        step,
        completed_at: null,
        number_id: numberId,
        ...(isSso && { sso: true }),
        ...(bankUrl && { url: bankUrl }),
      };
