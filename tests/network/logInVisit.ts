import type { TwoFactorCookie } from '#contract/browser.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import type { Fault } from './faults.ts';
import { type LogInServer, person } from './logInServer.ts';
import { Page, type Step, step } from './page.ts';
import { MachinePool, type PendingCall } from './ports.ts';

export const machines = [authMachine, mailedLinksMachine];

/** The user's mistakes, and how often a new code is requested. */
export type Slips = { wrongPasswords: number; wrongCodes: number; resends: number };

/** What survives a reload: the two-factor cookie, the address, the session, and the mistakes still to be made. */
export type SavedVisit = {
  challenge: TwoFactorCookie | null;
  family: string;
  confirmationToken: string | null;
  discountToken: string | null;
  hasSession: boolean;
  slips: Slips;
};

const pool = new MachinePool((ports) => ports.around(authMachine, { mailedLinks: ports.around(mailedLinksMachine) }));

/** The login screens, from page load to page unload. */
export class LogInVisit extends Page<typeof authMachine> {
  readonly server: LogInServer;
  readonly saved: SavedVisit;
  /** What was typed on this page; null if nothing was, or if it has been submitted successfully. */
  #typed: { email: string | null; password: string | null; code: string | null } = {
    email: null,
    password: null,
    code: null,
  };

  constructor(server: LogInServer, page: string, saved: SavedVisit) {
    const { challenge, family, confirmationToken, discountToken } = saved;
    super(server, page, pool, {
      startAt: family === 'login2fa' ? 'twoFactor' : 'credentials',
      email: '',
      challenge,
      coolDownSeconds: 30,
      confirmationToken,
      discountToken,
    });
    this.server = server;
    this.saved = { ...saved, slips: { ...saved.slips } };
    this.actor.start();
  }

  override answer(pendingCall: PendingCall, fault: Fault | null): void {
    const { name, input } = pendingCall;
    if (name !== 'login') this.keepSecret([person.password], name, input);
    if (name !== 'loginWithCode') this.#setCode(name, input);
    super.answer(pendingCall, fault);
    if (fault === null && /code/i.test(name)) this.#typed.code = null;
  }

  protected override next(): Step | null {
    const { actor, state, server } = this;
    const { form, code, challenge } = actor.getSnapshot().context;
    const { slips } = this.saved;
    if (state.matches('credentials')) {
      const password = slips.wrongPasswords > 0 ? 'something else' : person.password;
      if (form.values.email !== person.email) return this.#change({ email: person.email });
      if (form.values.password !== password) return this.#change({ password });
      // AU1002: an unconfirmed user opens the mailed link once the message is shown.
      if (!server.isConfirmed && slips.wrongPasswords === 0 && this.#wasMessageShown()) server.confirm();
      slips.wrongPasswords = Math.max(0, slips.wrongPasswords - 1);
      return step(actor, 'SUBMIT');
    }
    if (!state.matches({ twoFactor: 'entering' })) return step(actor, 'BACK');
    const right = server.codeOf(challenge?.nonce);
    // Another tab, or a resend whose response was lost, has replaced this challenge: the user starts again.
    if (right === undefined) return step(actor, 'BACK');
    if (slips.resends > 0) {
      if (!state.can({ type: 'RESEND' })) return null;
      slips.resends -= 1;
      return step(actor, 'RESEND');
    }
    const wanted = slips.wrongCodes > 0 ? '000000' : right;
    if (code !== wanted) {
      this.#typed.code = wanted;
      return step(actor, 'CODE_CHANGED', { code: wanted });
    }
    slips.wrongCodes = Math.max(0, slips.wrongCodes - 1);
    return step(actor, 'SUBMIT');
  }

  #messageShown = false;
  #wasMessageShown(): boolean {
    const was = this.#messageShown;
    this.#messageShown = true;
    return was;
  }

  #change(change: { email?: string; password?: string }): Step {
    this.#typed = { ...this.#typed, ...change };
    return step(this.actor, 'CHANGE', { change });
  }

  /** No input is lost: the address on this page, password and code for as long as they are needed. */
  protected override checkInvariants(): void {
    const { form, code } = this.actor.getSnapshot().context;
    const typed = this.#typed;
    const isAt = (place: 'credentials' | 'twoFactor') => this.state.hasTag(place);
    if (!isAt('credentials')) typed.password = null;
    if (!this.state.matches('twoFactor')) typed.code = null;
    const shown = { ...form.values, code };
    for (const field of ['email', 'password', 'code'] as const)
      if (typed[field] !== null && shown[field] !== typed[field])
        this.complain(`what was typed is lost: ${field} in ${this.place}`);
  }

  protected override handleEffect(port: string, what: unknown): void {
    const { saved } = this;
    this.keepSecret([person.password], port, what);
    this.#setCode(port, what);
    if (port !== 'openSession') this.keepSecret(['"u7"'], port, what);
    if (port === 'storeChallenge') saved.challenge = what as TwoFactorCookie;
    if (port === 'deleteChallenge' && saved.challenge?.nonce === (what as TwoFactorCookie).nonce)
      saved.challenge = null;
    if (port === 'goTo') saved.family = (what as { family: string }).family;
    if (port === 'openSession') saved.hasSession = true;
    if (port === 'removeToken') {
      const { parameter } = what as { parameter: 'token' | 'discount' };
      saved[parameter === 'token' ? 'confirmationToken' : 'discountToken'] = null;
    }
  }

  #setCode(port: string, what: unknown): void {
    this.keepSecret(this.server.codes, port, what);
  }
}
