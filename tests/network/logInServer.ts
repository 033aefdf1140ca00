import { ModelServer, rejection } from './faults.ts';

export const person = { email: 'ann@acme.example', password: 'correct horse 9' };

/** The server's behaviour without network faults. */
export type ServerBehaviour = {
  /** Whether a login needs the mailed code. */
  requiresCode: boolean;
  /** The user has not opened the confirmation link yet. */
  isUnconfirmed: boolean;
  /** Codes, right or wrong, after which a login challenge takes no other. */
  maxCodes: number;
  /** Fails the first call of each kind. */
  failsFirst: boolean;
};

type Challenge = { nonce: string; code: string; tries: number; hasEnded: boolean };
type ActorRequest = { params?: { nonce?: string }; body?: Record<string, unknown> };

/** The code that is mailed with a nonce. */
export const codeOf = (nonce: string): string => String(123_450 + (Number(nonce.slice(1)) % 10));

/** A model of the server's side of a login, with its own state: confirmed users, mailed codes and sessions. */
export class LogInServer extends ModelServer {
  #isConfirmed: boolean;
  /** Number of mailed codes. */
  mails = 0;
  /** The nonces of completed logins, one entry per session. */
  readonly sessions: string[] = [];
  /** The login challenges: a new login leaves the earlier ones open. */
  readonly #challenges: Challenge[] = [];
  readonly #behaviour: ServerBehaviour;
  readonly #happened = new Set<string>();

  constructor(behaviour: ServerBehaviour) {
    super();
    this.#behaviour = behaviour;
    this.#isConfirmed = !behaviour.isUnconfirmed;
  }

  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** The code that was mailed with a nonce, while a login waits for it. */
  codeOf(nonce: string | undefined): string | undefined {
    const challenge = this.#challengeOf(nonce);
    return challenge?.hasEnded ? undefined : challenge?.code;
  }

  get codes(): readonly string[] {
    return this.#challenges.map(({ code }) => code);
  }

  /** The user opens the mailed link on another device. */
  confirm(): void {
    this.#isConfirmed = true;
    this.onServed({ name: 'confirm', input: null, outcome: { answer: null } });
  }

  get print(): string {
    return JSON.stringify([this.isConfirmed, this.mails, this.sessions.length, this.#challenges, [...this.#happened]]);
  }

  protected override serve(name: string, input: unknown): unknown {
    const { params = {}, body = {} } = (input ?? {}) as ActorRequest;
    const isFirst = !this.#happened.has(name);
    if (this.#behaviour.failsFirst && isFirst && name !== 'waitForPerson') {
      this.#happened.add(name);
      throw rejection('unavailable', '', 5);
    }
    switch (name) {
      case 'waitForPerson':
        return undefined;
      case 'confirmCustomer':
        this.#isConfirmed = true;
        return { status: 200, data: { data: { email: person.email } } };
      case 'redeemDiscount':
        return { status: 201, data: { data: { message: '10 % off.' } } };
      case 'login':
        return this.#logIn(body);
      case 'resendLoginCode':
        return { status: 202, data: this.#resend(params.nonce) };
      case 'loginWithCode':
        this.#checkCode(body);
        return { status: 200, data: { user_id: 7, user_token: 'u7', device_fingerprint: 'f7' } };
      default:
        throw new Error(`The server has no ${name}.`);
    }
  }

  #logIn({ email, password }: ActorRequest['body'] & object) {
    if (email !== person.email || password !== person.password) throw rejection('wrongCredentials');
    if (!this.isConfirmed) throw rejection('notConfirmed');
    if (this.#behaviour.requiresCode) return { status: 202, data: { ...this.#mail(), message: 'We sent you a code.' } };
    this.sessions.push(`password ${this.sessions.length}`);
    return { status: 200, data: { user_id: 7, user_token: 'u7' } };
  }

  /** Every code counts as a try. A nonce without an open challenge answers like a wrong code. */
  #checkCode({ nonce, code }: ActorRequest['body'] & object): void {
    const challenge = this.#challengeOf(nonce);
    if (!challenge) throw rejection('codeWrong', 'code');
    if (challenge.tries >= this.#behaviour.maxCodes) throw rejection('tooManyAttempts');
    if (challenge.hasEnded) throw rejection('codeWrong', 'code');
    challenge.tries += 1;
    if (challenge.code !== code) throw rejection('codeWrong', 'code');
    challenge.hasEnded = true;
    this.sessions.push(challenge.nonce);
  }

  /** The new nonce and code replace the old ones; the tries are kept. */
  #resend(nonce: unknown) {
    const challenge = this.#challengeOf(nonce);
    if (!challenge || challenge.hasEnded || challenge.tries >= this.#behaviour.maxCodes)
      throw rejection('tokenInvalid');
    Object.assign(challenge, this.#newCode());
    return { nonce: challenge.nonce };
  }

  #challengeOf = (nonce: unknown) => this.#challenges.find((challenge) => challenge.nonce === nonce);

  #mail() {
    const challenge = { ...this.#newCode(), tries: 0, hasEnded: false };
    this.#challenges.push(challenge);
    return { nonce: challenge.nonce };
  }

  #newCode() {
    this.mails += 1;
    const nonce = `n${this.mails}`;
    return { nonce, code: codeOf(nonce) };
  }
}
