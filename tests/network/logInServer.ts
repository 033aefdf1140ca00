import { errorCodes } from '#contract/errors.ts';
import { Failure } from '#domain/failure.ts';

export const person = { email: 'ann@acme.example', password: 'correct horse 9', customerToken: 'c1' };

const refusal = (error: keyof typeof errorCodes) => {
  const { code, status } = errorCodes[error];
  return new Failure('refused', { status, errors: [{ code, field: '', message: `No (${code}).` }] });
};

type Asked = { params?: { nonce?: string; customer_token?: string }; body?: Record<string, unknown> };

/** A model of the server's side of a login with a mailed code: its own truth is who is confirmed and who is in. */
export class LogInServer {
  isConfirmed = false;
  /** One entry for each session that is opened. */
  readonly sessions: string[] = [];
  /** The login that waits for its code, and the code that was mailed for it. */
  open: { nonce: string; code: string } | null = null;
  #nonces = 0;
  readonly #answered = new Map<string, unknown>();

  readonly ask = (name: string, input: unknown, key: string): unknown => {
    if (this.#answered.has(key)) return this.#answered.get(key);
    const answer = this.#do(name, (input ?? {}) as Asked);
    this.#answered.set(key, answer);
    return answer;
  };

  get print(): string {
    return JSON.stringify([this.isConfirmed, this.sessions.length, this.open !== null]);
  }

  #do(name: string, { params = {}, body = {} }: Asked): unknown {
    switch (name) {
      case 'waitForPerson':
        return undefined;
      case 'confirmCustomer':
        this.isConfirmed = true;
        return { status: 200, data: { data: { data: { email: person.email } } } };
      case 'redeemDiscount':
        return { status: 201, data: { data: { data: { message: '10 % off.' } } } };
      case 'login':
        if (body['email'] !== person.email || body['password'] !== person.password) throw refusal('wrongCredentials');
        if (!this.isConfirmed) throw refusal('notConfirmed');
        return { status: 202, data: { ...this.#mail(), message: 'We sent you a code.' } };
      case 'resendLoginCode':
        if (this.open?.nonce !== params.nonce) throw refusal('tokenDead');
        return { status: 202, data: this.#mail() };
      case 'loginWithCode':
        if (this.open?.nonce !== body['nonce']) throw refusal('tokenDead');
        if (this.open?.code !== body['code']) throw refusal('codeWrong');
        this.open = null;
        this.sessions.push(person.email);
        return { status: 200, data: { user_id: 7, user_token: 'u7' } };
      default:
        throw new Error(`The server has no ${name}.`);
    }
  }

  #mail() {
    this.#nonces += 1;
    this.open = { nonce: `n${this.#nonces}`, code: String(123_450 + (this.#nonces % 10)) };
    return { nonce: this.open.nonce };
  }
}
