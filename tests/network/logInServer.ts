import { ModelServer, refusal } from './faults.ts';

export const person = { email: 'ann@acme.example', password: 'correct horse 9' };

/** The server's behaviour without network faults. */
export type ServerBehaviour = {
  /** Whether a login needs the mailed code. */
  asksCode: boolean;
  /** The user has not opened the confirmation link yet. */
  isUnconfirmed: boolean;
  /** Wrong codes after which a login challenge expires, once. */
  mostCodes: number;
  /** Fails the first call of each kind. */
  ails: boolean;
};

type ActorRequest = { params?: { nonce?: string }; body?: Record<string, unknown> };

/** A model of the server's side of a login, with its own state: confirmed users, mailed codes and sessions. */
export class LogInServer extends ModelServer {
  isConfirmed: boolean;
  /** Number of mailed codes. */
  mails = 0;
  /** The nonces of completed logins, one entry per session. */
  readonly sessions: string[] = [];
  /** The open login challenge and its mailed code. */
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
