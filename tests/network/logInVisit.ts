import { type Actor, createActor } from 'xstate';
import type { TwoFactorCookie } from '#contract/browser.ts';
import { authMachine } from '#machines/auth.machine.ts';
import { mailedLinksMachine } from '#machines/mailedLinks.machine.ts';
import type { Question } from './doors.ts';
import type { Fault } from './faults.ts';
import { type LogInServer, person } from './logInServer.ts';
import { Page, type Step, step } from './page.ts';

/** What outlives a reload: the two-factor cookie, the address, and whether the browser holds a session. */
export type Kept = {
  challenge: TwoFactorCookie | null;
  family: string;
  confirmationToken: string | null;
  hasSession: boolean;
};

/** Somebody who opens the mailed confirmation link in a browser that knows nothing. */
export const nothingKept: Kept = {
  challenge: null,
  family: 'login',
  confirmationToken: person.customerToken,
  hasSession: false,
};

/** The login screens, from their opening to their closing. */
export class LogInVisit extends Page {
  readonly actor: Actor<typeof authMachine>;
  readonly server: LogInServer;
  readonly kept: Kept;
  #hasTyped = false;

  constructor(server: LogInServer, page: string, kept: Kept) {
    super(server.ask, page);
    this.server = server;
    this.kept = { ...kept };
    const auth = this.doors.around(authMachine, { mailedLinks: this.doors.around(mailedLinksMachine) });
    const { challenge, family, confirmationToken } = kept;
    this.actor = createActor(auth, {
      input: {
        startAt: family === 'login2fa' ? 'twoFactor' : 'credentials',
        email: '',
        challenge,
        coolDownSeconds: 30,
        confirmationToken,
        discountToken: null,
      },
      clock: this.clock,
    });
    // What breaks a flow is looked at in hold().
    this.actor.subscribe({ error: () => {} });
    this.actor.start();
  }

  override answer(question: Question, fault: Fault | null): void {
    if (question.name !== 'login') this.keepSecret([person.password], question.name, question.input);
    super.answer(question, fault);
  }

  protected override next(): Step {
    const { actor, state } = this;
    const { form, code, challenge } = actor.getSnapshot().context;
    if (state.matches('credentials')) {
      const { email, password } = form.values;
      if (email !== person.email) {
        if (this.#hasTyped) this.complain('what was typed is lost: the address');
        this.#hasTyped = true;
        return step(actor, 'CHANGE', { change: { email: person.email } });
      }
      this.#hasTyped = true;
      if (password === '') return step(actor, 'CHANGE', { change: { password: person.password } });
      // AU1002: whoever is not confirmed opens the mailed link once more.
      if (!this.server.isConfirmed) this.server.isConfirmed = true;
      return step(actor, 'SUBMIT');
    }
    if (!state.matches({ twoFactor: 'entering' })) return step(actor, 'BACK');
    const right = this.server.open?.nonce === challenge?.nonce ? this.server.open?.code : undefined;
    // Another tab, or a resending whose answer was lost, has made this login old: the person begins anew.
    if (right === undefined) return step(actor, 'BACK');
    return code === right ? step(actor, 'SUBMIT') : step(actor, 'CODE_CHANGED', { code: right });
  }

  protected override hear(door: string, what: unknown): void {
    this.keepSecret([person.password, ...(this.server.open ? [this.server.open.code] : [])], door, what);
    if (door === 'storeChallenge') this.kept.challenge = what as TwoFactorCookie;
    if (door === 'deleteChallenge' && this.kept.challenge?.nonce === (what as TwoFactorCookie).nonce)
      this.kept.challenge = null;
    if (door === 'goTo') this.kept.family = (what as { family: string }).family;
    if (door === 'openSession') this.kept.hasSession = true;
    if (door === 'forgetToken') this.kept.confirmationToken = null;
  }
}
