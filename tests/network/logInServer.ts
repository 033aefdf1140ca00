import { ModelServer, refusal } from './faults.ts';

export const person = { email: 'ann@acme.example', password: 'correct horse 9' };

/** How a server behaves when nothing is wrong with the line to it. */
export type ServerBehaviour = {
  /** Whether a login needs the mailed code. */
  asksCode: boolean;
  /** The person has not followed the confirmation link yet. */
  isUnconfirmed: boolean;
  /** After so many wrong codes a login is dead; once. */
  mostCodes: number;
  /** Is out of order at the first of each kind of call. */
  ails: boolean;
};

type ActorRequest = { params?: { nonce?: string }; body?: Record<string, unknown> };

/** A model of the server's side of a login: its own truth is who is confirmed, what was mailed and who is in. */
export class LogInServer extends ModelServer {
  isConfirmed: boolean;
  /** Codes that were mailed. */
  mails = 0;
  /** The nonces of logins that were opened, one entry for each session. */
  readonly sessions: string[] = [];
  /** The login that waits for its code, and the code that was mailed for it. */
  open: { nonce: string; code: string; wrong: number } | null = null;
  readonly #behaviour: ServerBehaviour;
  readonly #happened = new Set<string>();

  constructor(behaviour: ServerBehaviour) {
    super();
    this.#behaviour = behaviour;
    this.isConfirmed = !behaviour.isUnconfirmed;
  }

  get print(): string {
    return JSON.stringify([this.isConfirmed, this.mails, this.sessions.length, this.open, [...this.#happened]]);
  }

  protected override serve(name: string, input: unknown): unknown {
    const { params = {}, body = {} } = (input ?? {}) as ActorRequest;
    const isFirst = !this.#happened.has(name);
    if (this.#behaviour.ails && isFirst && name !== 'waitForPerson') {
      this.#happened.add(name);
      throw refusal('unavailable', '', 5);
    }
    switch (name) {
      case 'waitForPerson':
        return undefined;
      case 'confirmCustomer':
        this.isConfirmed = true;
        return { status: 200, data: { data: { email: person.email } } };
      case 'redeemDiscount':
        return { status: 201, data: { data: { message: '10 % off.' } } };
      case 'login':
        return this.#logIn(body);
      case 'resendLoginCode':
        if (this.open?.nonce !== params.nonce) throw refusal('tokenInvalid');
        return { status: 202, data: this.#mail() };
      case 'loginWithCode':
        this.#checkCode(body);
        return { status: 200, data: { user_id: 7, user_token: 'u7', device_fingerprint: 'f7' } };
      default:
        throw new Error(`The server has no ${name}.`);
    }
  }

  #logIn({ email, password }: ActorRequest['body'] & object) {
    if (email !== person.email || password !== person.password) throw refusal('wrongCredentials');
    if (!this.isConfirmed) throw refusal('notConfirmed');
    if (this.#behaviour.asksCode) return { status: 202, data: { ...this.#mail(), message: 'We sent you a code.' } };
    this.sessions.push(`password ${this.sessions.length}`);
    return { status: 200, data: { user_id: 7, user_token: 'u7' } };
  }

  #checkCode({ nonce, code }: ActorRequest['body'] & object): void {
    const { open } = this;
    if (open === null || open.nonce !== nonce) throw refusal('tokenInvalid');
    if (open.code !== code && ++open.wrong < this.#behaviour.mostCodes) throw refusal('codeWrong', 'code');
    this.open = null;
    if (open.code !== code) throw refusal('tooManyAttempts', '', 60);
    this.sessions.push(open.nonce);
  }

  #mail() {
    this.mails += 1;
    this.open = { nonce: `n${this.mails}`, code: String(123_450 + (this.mails % 10)), wrong: 0 };
    return { nonce: this.open.nonce };
  }
}
