import { errorCodes } from '#contract/errors.ts';
import type { RegistrationFields } from '#contract/registration.ts';
import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';
import { Failure } from '#domain/failure.ts';
import {
  berlin,
  bonn,
  countries,
  germanTypes,
  listOf,
  munich,
  names,
  packages,
} from '../machines/registration/offer.ts';

const BANK = 'https://bank.example/check';
const next: Record<SignupOrder, Record<RegistrationStep, RegistrationStep>> = {
  'verify-first': { '1': '2', '2': '3', '2-sso': '3', '3': '4', '4': '4' },
  'plan-first': { '1': '2', '2': '3', '2-sso': '2', '3': '4', '4': '4' },
};
const rank: Record<RegistrationStep, number> = { '1': 1, '2-sso': 2, '2': 2, '3': 3, '4': 4 };

type Draft = {
  token: string;
  fields: RegistrationFields;
  password: string;
  numberId: number | null;
  step: RegistrationStep;
  completedAt: string | null;
  /** A check of the bank that has not been passed yet. */
  bankUrl: string | null;
};

type Body = RegistrationFields & { step?: RegistrationStep; number_id?: number; password?: string; card_cvv?: string };

const refusal = (error: keyof typeof errorCodes, field = '') => {
  const { code, status } = errorCodes[error];
  return new Failure('refused', { status, errors: [{ code, field, message: `No (${code}).` }] });
};

/**
 * A model of the server's side of sign-up that keeps its own truth: drafts, accounts, charges, sessions. Repeats with
 * the same key are answered alike and do nothing more.
 */
export class SignUpServer {
  readonly drafts: Draft[] = [];
  /** Addresses of accounts, one entry for each time that one is made. */
  readonly accounts: string[] = [];
  /** Tokens of drafts, one entry for each time that their card is charged. */
  readonly charges: string[] = [];
  readonly sessions: string[] = [];
  readonly #answered = new Map<string, unknown>();
  readonly #order: SignupOrder;
  readonly #asksBank: boolean;

  constructor({ order, asksBank }: { order: SignupOrder; asksBank: boolean }) {
    this.#order = order;
    this.#asksBank = asksBank;
  }

  readonly ask = (name: string, input: unknown, key: string): unknown => {
    const changes = /^(create|update|open|resend)/.test(name);
    if (changes && this.#answered.has(key)) return this.#answered.get(key);
    const answer = this.#do(name, (input ?? {}) as { params?: { registration_token: string }; body?: Body });
    if (changes) this.#answered.set(key, answer);
    return answer;
  };

  codeOf = (token: string): string => `12345${this.drafts.findIndex((draft) => draft.token === token)}`;

  /** The visitor passes the bank's check in the frame. */
  passBankCheck(url: string): void {
    const draft = this.drafts.find(({ bankUrl }) => bankUrl === url);
    if (draft) this.#complete(draft);
  }

  get print(): string {
    return JSON.stringify([this.drafts, this.accounts, this.charges, this.sessions]);
  }

  #do(name: string, { params, body = {} }: { params?: { registration_token: string }; body?: Body }): unknown {
    switch (name) {
      case 'readDictionaries':
      case 'readCoverageDictionaries':
        return names;
      case 'listCountries':
        return countries;
      case 'listNumberTypes':
        return germanTypes;
      case 'listAreas':
        return [berlin, munich, bonn];
      case 'listNumbers':
        return listOf('+49301234567', '+49301234568');
      case 'readCoverage':
        return berlin;
      case 'createRegistration':
        return this.#create(body);
    }
    const draft = this.drafts.find(({ token }) => token === params?.registration_token);
    if (!draft) throw refusal('draftGone');
    switch (name) {
      case 'listPackages':
        return { status: 200, data: { data: packages } };
      case 'readRegistration':
        return { status: 200, data: { data: recordOf(draft) } };
      case 'updateRegistration':
        return this.#update(draft, body);
      case 'resendRegistrationCode':
        return { status: 200, data: { message: 'Sent.' } };
      case 'openRegistrationSession':
        if (draft.completedAt === null || this.sessions.includes(draft.token)) throw refusal('notAllowed');
        this.sessions.push(draft.token);
        return { status: 201, data: { user_id: 7, user_token: 'u7' } };
      default:
        throw new Error(`The server has no ${name}.`);
    }
  }

  #create({ password = '', ...fields }: Body) {
    const token = `t${this.drafts.length + 1}`;
    const draft: Draft = {
      token,
      fields: shown(fields),
      password,
      numberId: null,
      step: '2',
      completedAt: null,
      bankUrl: null,
    };
    this.drafts.push(draft);
    return stateOf(draft);
  }

  #update(draft: Draft, body: Body) {
    const {
      step = '1',
      number_id,
      password,
      verification_code,
      ...fields
    } = body as Body & {
      verification_code?: string;
    };
    const isVerified = this.#order === 'verify-first' && rank[draft.step] >= 3;
    if (draft.completedAt !== null || rank[step] > rank[draft.step] || (isVerified && rank[step] < 3))
      throw refusal('stepRefused', 'step');
    if (this.#order === 'verify-first' && step === '2') {
      if (verification_code !== this.codeOf(draft.token)) throw refusal('codeWrong', 'verification_code');
      if (this.accounts.includes(draft.fields.email ?? '')) throw refusal('emailUnusable');
      this.accounts.push(draft.fields.email ?? '');
    }
    draft.fields = { ...draft.fields, ...shown(fields) };
    if (password) draft.password = password;
    if (number_id !== undefined) draft.numberId = number_id;
    if (step === '4' && this.#asksBank) {
      draft.bankUrl = `${BANK}/${draft.token}`;
      return { status: 202, data: { url: draft.bankUrl } };
    }
    if (step === '4') this.#complete(draft);
    else if (rank[step] >= rank[draft.step] || step === '1') draft.step = next[this.#order][step];
    return stateOf(draft);
  }

  #complete(draft: Draft) {
    draft.completedAt = '2025-03-05T12:00:00Z';
    draft.bankUrl = null;
    this.charges.push(draft.token);
    if (this.#order === 'plan-first') this.accounts.push(draft.fields.email ?? '');
  }
}

/** What the server gives out again: no password, no code, no card. */
const shown = (fields: object): RegistrationFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([key]) => !/^(card_(number|cvv|end_.*)|password|verification_code|step)$/.test(key)),
  );

const stateOf = ({ token, step, completedAt }: Draft) => ({
  status: 200,
  data: { token, step, completed_at: completedAt },
});

const recordOf = ({ fields, step, completedAt, numberId, bankUrl }: Draft) => ({
  data: fields,
  step,
  completed_at: completedAt,
  number_id: numberId,
  ...(bankUrl && { url: bankUrl }),
});
