import type { RegistrationFields } from '#contract/registration.ts';
import type { RegistrationStep, SignupOrder } from '#domain/constants.ts';
import { packages } from '../machines/registration/offer.ts';
import { ModelServer, rejection } from './faults.ts';
import { type ListRequest, listFor } from './signUpLists.ts';
import { codeOf, nextStep, type Registration, rank, recordOf, shown } from './signUpRecords.ts';

const BANK = 'https://bank.example/check';
/** Attempts with codes of one registration, right or wrong. */
const MAX_CODE_ATTEMPTS = 5;

/** The server's behaviour without network faults. */
export type ServerBehaviour = {
  order: SignupOrder;
  /** Whether the bank requires a 3-D Secure check at the last step. */
  requiresBankCheck: boolean;
  /** Shows a hosted page after each of the first three steps. */
  isHosted: boolean;
  /** Fails the first call of each kind in each step. */
  failsFirst: boolean;
  /** A team has invited the address. */
  isInvited: boolean;
  /**
   * Locks the code after a wrong one, loses the registration at the first resend, has few numbers, rejects the last
   * step once, declines a card.
   */
  rejectsFirst: boolean;
};

type Body = RegistrationFields & { step?: RegistrationStep; number_id?: number; verification_code?: string };
type ActorRequest = { params?: { registration_token: string }; body?: Body } & ListRequest;

/** A model of the server's side of sign-up with its own state: registrations, accounts, charges, sessions. */
export class SignUpServer extends ModelServer {
  readonly registrations: Registration[] = [];
  /** The data of created registrations, one entry per creation. */
  readonly creations: string[] = [];
  /** Addresses of created accounts, one entry per creation. */
  readonly accounts: string[] = [];
  /** Tokens of registrations, one entry per charge of their card. */
  readonly charges: string[] = [];
  readonly sessions: string[] = [];
  /** Addresses that have joined the inviting team, one entry per joining. */
  readonly members: string[] = [];
  /** Numbers taken by others. */
  readonly taken = new Set<string>();
  readonly #expired = new Set<string>();
  /** One-time events that have happened. */
  readonly #happened = new Set<string>();
  readonly #behaviour: ServerBehaviour;

  constructor(behaviour: ServerBehaviour) {
    super();
    this.#behaviour = behaviour;
  }

  /** Creates the registration of a single sign-on. */
  createSsoRegistration(fields: RegistrationFields): string {
    return this.#registration(fields, '2-sso').token;
  }

  registrationOf(token: string | null): Registration | undefined {
    return this.registrations.find(
      (registration) => registration.token === token && !this.#expired.has(registration.token),
    );
  }

  /** Expired registrations: each permits another creation. */
  get expiries(): number {
    return this.#expired.size;
  }

  codeOf = codeOf;

  /** The user passes the bank's check in the frame. */
  passBankCheck(url: string): void {
    const registration = this.registrations.find(({ bankUrl }) => bankUrl === url);
    if (!registration) return;
    this.#complete(registration);
    this.onServed({ name: 'passBankCheck', input: { token: registration.token }, outcome: { answer: null } });
  }

  /** The bank declines in the frame; the registration stays at the last step. */
  failBankCheck(url: string): void {
    const registration = this.registrations.find(({ bankUrl }) => bankUrl === url);
    if (!registration) return;
    registration.bankUrl = null;
    this.onServed({ name: 'failBankCheck', input: { token: registration.token }, outcome: { answer: null } });
  }

  get print(): string {
    const { registrations, creations, accounts, charges, sessions, members } = this;
    return JSON.stringify([registrations, creations, accounts, charges, sessions, members, [...this.#happened].sort()]);
  }

  protected override serve(name: string, input: unknown): unknown {
    const request = (input ?? {}) as ActorRequest;
    if (this.#behaviour.failsFirst && this.#isFirst(`${name} ${this.registrations.at(-1)?.step}`))
      throw rejection('unavailable', '', 5);
    const list = listFor(name, request, this.#behaviour.rejectsFirst);
    if (list) return list;
    if (name === 'createRegistration') return this.#create(request.body ?? {});
    const registration = this.registrationOf(request.params?.registration_token ?? null);
    if (!registration) throw rejection('registrationNotFound');
    switch (name) {
      case 'listPackages':
        return { status: 200, data: { data: packages } };
      case 'readRegistration':
        return { status: 200, data: { data: { ...recordOf(registration), ...this.#invitations(registration) } } };
      case 'updateRegistration':
        return this.#update(registration, request.body ?? {});
      case 'resendRegistrationCode':
        return this.#resend(registration);
      case 'joinTeam':
        return this.#join(registration);
      case 'openRegistrationSession':
        if (registration.completedAt === null) throw rejection('stepRejected');
        if (this.sessions.includes(registration.token)) throw rejection('tokenInvalid');
        this.sessions.push(registration.token);
        return { status: 201, data: { user_id: 7, user_token: 'u7' } };
      default:
        throw new Error(`The server has no ${name}.`);
    }
  }

  #isFirst(what: string): boolean {
    const isFirst = !this.#happened.has(what);
    this.#happened.add(what);
    return isFirst;
  }

  #registration(fields: RegistrationFields, step: RegistrationStep): Registration {
    const token = `t${this.registrations.length + 1}`;
    const isSso = step === '2-sso';
    const registration: Registration = {
      token,
      fields,
      numberId: null,
      step,
      completedAt: null,
      bankUrl: null,
      bankChecks: 0,
      codeAttempts: 0,
      isDecoy: this.#hasCustomer(fields.email),
      isSso,
    };
    this.registrations.push(registration);
    return registration;
  }

  #hasCustomer = (email: string | null | undefined): boolean =>
    this.registrations.some(({ fields, completedAt }) => completedAt !== null && fields.email === email);

  #create(body: Body) {
    this.creations.push(JSON.stringify(body));
    return this.#answer(this.#registration(shown(body), '2'), '1');
  }

  #resend({ token, step }: Registration) {
    if (step !== '2' || this.#behaviour.order !== 'verify-first') throw rejection('stepRejected');
    if (this.#behaviour.rejectsFirst && this.#isFirst('expired')) {
      this.#expired.add(token);
      throw rejection('registrationNotFound');
    }
    return { status: 200, data: { message: 'Sent.' } };
  }

  #update(registration: Registration, { step = '1', number_id, verification_code, ...fields }: Body) {
    const { order, rejectsFirst, requiresBankCheck } = this.#behaviour;
    const isVerified = order === 'verify-first' && rank[registration.step] >= 3;
    const isRepeated = isVerified && step === '2';
    if (
      registration.completedAt !== null ||
      rank[step] > rank[registration.step] ||
      (isVerified && rank[step] < 3 && !isRepeated)
    )
      throw rejection('stepRejected', 'step');
    if (order === 'verify-first' && step === '2' && !isVerified) this.#verify(registration, verification_code);
    if (step === '2-sso' && order === 'verify-first') this.#makeAccount(registration);
    if (rejectsFirst && step === '3' && this.#isFirst('taken')) {
      this.taken.add(fields.number ?? '');
      throw rejection('numberTaken', 'number');
    }
    if (
      step === '4' &&
      (registration.isDecoy || (order === 'plan-first' && this.#hasCustomer(registration.fields.email)))
    )
      throw rejection('emailUnusable', 'email');
    if (rejectsFirst && step === '4' && this.#isFirst('moved')) throw rejection('stepRejected', 'step');
    if (rejectsFirst && step === '4' && this.#isFirst('declined')) throw rejection('cardDeclined', 'card_number');
    registration.fields = { ...registration.fields, ...shown(fields) };
    if (fields.email !== undefined) registration.isDecoy = this.#hasCustomer(fields.email);
    if (number_id !== undefined) registration.numberId = number_id;
    if (step === '4' && requiresBankCheck) {
      registration.bankChecks += 1;
      registration.bankUrl = `${BANK}/${registration.token}/card-${registration.bankChecks}`;
      return { status: 202, data: { url: registration.bankUrl } };
    }
    if (step === '4') this.#complete(registration);
    else if (!isRepeated) registration.step = nextStep[order][step];
    return this.#answer(registration, step);
  }

  #verify(registration: Registration, code: string | undefined): void {
    registration.codeAttempts += 1;
    if (registration.codeAttempts > MAX_CODE_ATTEMPTS) throw rejection('tooManyAttempts', '', 60);
    if (code !== codeOf(registration.token) || registration.isDecoy) throw rejection('codeWrong', 'verification_code');
    if (this.#behaviour.rejectsFirst && this.#isFirst('locked')) throw rejection('tooManyAttempts', '', 60);
    this.#makeAccount(registration);
  }

  /** A verified address sees the invitations to it. */
  #invitations({ step, isSso, completedAt }: Registration) {
    const isProven = isSso || (this.#behaviour.order === 'verify-first' && rank[step] >= 3);
    const isOpen = this.#behaviour.isInvited && isProven && completedAt === null;
    return isOpen ? { invitations: [{ id: 3, company: 'Acme', invited_by: 'Cy Carr' }] } : {};
  }

  #join(registration: Registration) {
    if (!('invitations' in this.#invitations(registration))) throw rejection('stepRejected');
    registration.completedAt = '2025-03-05T12:00:00Z';
    this.members.push(registration.fields.email ?? '');
    this.sessions.push(registration.token);
    return { status: 201, data: { user_id: 7, user_token: 'u7' } };
  }

  #makeAccount({ fields }: Registration): void {
    const email = fields.email ?? '';
    if (this.accounts.includes(email)) throw rejection('emailUnusable', 'email');
    this.accounts.push(email);
  }

  #complete(registration: Registration): void {
    registration.completedAt = '2025-03-05T12:00:00Z';
    registration.bankUrl = null;
    this.charges.push(registration.token);
    if (this.#behaviour.order === 'plan-first') this.#makeAccount(registration);
  }

  #answer(registration: Registration, submitted: RegistrationStep) {
    const { token, step, completedAt } = registration;
    if (this.#behaviour.isHosted && submitted !== '4' && this.#isFirst(`hosted ${submitted}`))
      return { status: 202, data: { url: `${BANK}/${token}/${submitted}`, token } };
    return { status: 200, data: { token, step, completed_at: completedAt, ...this.#invitations(registration) } };
  }
}
