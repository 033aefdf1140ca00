import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { type Step, step } from './page.ts';
import type { SignUpServer } from './signUpServer.ts';

export const secrets = { password: 'correct horse 9', card: '4242424242424242', cvv: '987' };

/** Where to search for a number. */
type Place = { country: string; type: string; state: string | null; area: string };
export const inBerlin: Place = { country: 'DE', type: 'G', state: null, area: '11' };
export const inMunich: Place = { ...inBerlin, area: '12' };
export const inNewYork: Place = { country: 'US', type: 'G', state: 'NY', area: '21' };

/** The outcome of a bank check. */
export type Check = 'passed' | 'passed in the app' | 'declined' | 'cancelled' | 'hanging' | 'too late';

/**
 * The user's choices, in order: several where the user goes back to change one. Wrong codes come before the right one,
 * failed checks before the passed one.
 */
export type UserChoices = {
  emails: readonly string[];
  users: readonly number[];
  /** One for each chosen number of users; empty takes the first that is offered. */
  numbers: readonly string[];
  places: readonly Place[];
  wrongCodes: readonly string[];
  checks: readonly Check[];
  /** Joins the inviting team instead of creating an account. */
  joins: boolean;
  /** Looks at the completed account step once more. */
  revisitsSteps: boolean;
};

/** What the user acts on: a page of the wizard. */
type WizardPage = {
  state: AnyMachineSnapshot;
  actor: AnyActorRef;
  server: SignUpServer;
  place: string;
  saved: { choices: UserChoices; check: Check };
  isFirstReturn(watch: AnyActorRef): boolean;
  change(to: AnyActorRef, change: Record<string, unknown>): Step;
  remember(memory: { users?: number; number?: string }): void;
};

const later = <T>(choices: readonly T[]): readonly T[] => (choices.length > 1 ? choices.slice(1) : choices);

/** The user's next step, or null to wait; throws if there is none. */
export function nextStep(visit: WizardPage): Step | null {
  const { state, actor, server } = visit;
  const { token, shownStep } = seen(actor).context;
  const child = (id: string) => state.children[id] as AnyActorRef;
  // The banner has shown that there is nothing left to load.
  if (state.matches('failed') && token !== null && !server.registrationOf(token)) return step(actor, 'START_AGAIN');
  if (state.matches('failed')) return step(actor, 'TRY_AGAIN');
  if (state.matches('registrationNotFound')) return step(actor, 'START_AGAIN');
  if (state.matches('notLoggedIn')) return step(actor, 'LOG_IN');
  if (state.matches('showingSuccess')) return null;
  if (state.matches('choosingTeam')) {
    const choice = child('teamChoice');
    return visit.saved.choices.joins ? step(choice, 'JOIN', { invitation_id: 3 }) : step(choice, 'START_OWN');
  }
  if (state.matches({ filling: { hostedPage: 'open' } })) return atBank(visit, child('bankCheck'), shownStep === '4');
  switch ((state.value as { filling?: { step: string } }).filling?.step) {
    case 'creatingAccount':
    case 'confirmingAccount':
      return inAccount(visit, child('account'));
    case 'readingAccount':
      return step(child('account'), 'FORWARD');
    case 'verifyingEmail':
      return inVerification(visit, child('verification'));
    case 'choosingPlan':
    case 'choosingNumber':
    case 'choosingPlanAndNumber':
      return inPlan(visit, child('plan'));
    case 'enteringBilling':
      return inBilling(visit, child('billing'));
    default:
      throw new Error(`no way on from ${visit.place}`);
  }
}

function atBank(visit: WizardPage, bankCheck: AnyActorRef, isCard: boolean): Step | null {
  const { state } = seen(bankCheck);
  const check = isCard ? visit.saved.check : 'passed';
  if (state.matches({ framed: 'stalled' })) {
    visit.saved.check = 'cancelled';
    return step(bankCheck, 'TRY_AGAIN');
  }
  if (check === 'hanging') return null;
  if (!state.matches({ framed: 'open' })) return step(bankCheck, 'FRAME_LOADED');
  if (check === 'too late') return null;
  const back = isCard ? returnStep(visit, bankCheck) : null;
  if (back) return back;
  return step(bankCheck, check === 'cancelled' ? 'CANCEL' : 'BANK_ANSWERED');
}

/** The user looks up a code, or approves a card, in another window and returns once. */
function returnStep(visit: WizardPage, flow: AnyActorRef): Step | null {
  const watch = seen(flow).state.children['progressWatch'] as AnyActorRef | undefined;
  return watch && visit.isFirstReturn(watch) ? step(watch, 'RETURNED') : null;
}

function inAccount(visit: WizardPage, account: AnyActorRef): Step {
  const { form, mode } = seen(account).context;
  const { choices } = visit.saved;
  const [email] = choices.emails;
  if (form.values.first_name === '') return visit.change(account, { first_name: 'Ann', last_name: 'Lee' });
  if (mode !== 'confirm' && form.values.email !== email) return visit.change(account, { email });
  if (!form.values.terms) return step(account, 'CHANGE', { change: { terms: true } });
  if (form.values.password === '' && mode === 'create') return visit.change(account, { password: secrets.password });
  choices.emails = later(choices.emails);
  return step(account, 'SUBMIT');
}

function inVerification(visit: WizardPage, verification: AnyActorRef): Step | null {
  const { server, saved } = visit;
  const { choices } = saved;
  const { state, context } = seen(verification);
  const { token, code, email } = context;
  const mayResend = state.can({ type: 'RESEND' });
  // No code arrives at an address that the server does not have: the user then checks the address again.
  const isAwaited = email === choices.emails[0] && email === (server.registrationOf(token)?.fields.email ?? email);
  if (!isAwaited && !state.matches({ awaitingCode: 'locked' })) return step(verification, 'BACK');
  if (state.matches({ awaitingCode: 'locked' })) return mayResend ? step(verification, 'RESEND') : null;
  const back = returnStep(visit, verification);
  if (back) return back;
  const [wanted = server.codeOf(token)] = choices.wrongCodes;
  if (code !== wanted) return step(verification, 'CODE_CHANGED', { code: wanted });
  choices.wrongCodes = choices.wrongCodes.slice(1);
  return step(verification, 'SUBMIT');
}

function inPlan(visit: WizardPage, plan: AnyActorRef): Step {
  const { state, context } = seen(plan);
  const { choices } = visit.saved;
  const { panels, order, picked } = context;
  if (choices.revisitsSteps) {
    choices.revisitsSteps = false;
    return step(visit.actor, 'HISTORY_MOVED', { step: '1' });
  }
  if (state.hasTag('pricesMissing')) return step(plan, 'TRY_AGAIN');
  const [users = 2] = choices.users;
  if (panels.plan && order.nbUsers !== users) {
    visit.remember({ users });
    return step(plan, 'USERS_CHANGED', { users });
  }
  if (panels.number && !picked) return inPicker(visit, state.children['numberPicker'] as AnyActorRef);
  const [number = picked?.number] = choices.numbers;
  if (panels.number) visit.remember({ number });
  if (panels.number && picked.number !== number)
    return step(state.children['numberPicker'] as AnyActorRef, 'NUMBER_CHOSEN', { id: number });
  if (panels.plan) Object.assign(choices, { users: later(choices.users), numbers: later(choices.numbers) });
  return step(plan, 'SUBMIT');
}

function inPicker(visit: WizardPage, picker: AnyActorRef): Step {
  const { state, context } = seen(picker);
  const { choices } = visit.saved;
  if (state.hasTag('failed')) return step(picker, 'TRY_AGAIN');
  if (state.matches('outOfStock')) choices.places = later(choices.places);
  const [place = inBerlin] = choices.places;
  const { country, type, state: county, area } = context.choice;
  if (country?.id !== place.country) return step(picker, 'COUNTRY_CHOSEN', { id: place.country });
  if (type?.id !== place.type) return step(picker, 'TYPE_CHOSEN', { id: place.type });
  if ((county?.id ?? null) !== place.state) return step(picker, 'STATE_CHOSEN', { id: place.state });
  if (area === null) return step(picker, 'AREA_CHOSEN', { id: place.area });
  const { id } = context.offered.number.find(({ id }: { id: string }) => !visit.server.taken.has(id));
  visit.remember({ number: id });
  return step(picker, 'NUMBER_CHOSEN', { id });
}

function inBilling(visit: WizardPage, billing: AnyActorRef): Step {
  const { state, context } = seen(billing);
  const { saved } = visit;
  const { values } = context.form;
  const { savedFields } = seen(visit.actor).context;
  const [number = savedFields.number] = saved.choices.numbers;
  if (context.order.nbUsers !== saved.choices.users[0] || savedFields.number !== number) return step(billing, 'BACK');
  if (state.hasTag('pricesMissing')) return step(billing, 'TRY_AGAIN');
  if (values.customer_city === '')
    return visit.change(billing, {
      customer_city: 'Bonn',
      card_name: 'Ann Lee',
      card_country: 'DE',
      card_postcode: '53111',
    });
  if (values.card_number === '')
    return visit.change(billing, { card_number: secrets.card, card_end_month: '12', card_end_year: '29' });
  // After a response only the security code is typed again.
  if (values.card_cvv === '') return step(billing, 'CHANGE', { change: { card_cvv: secrets.cvv } });
  [saved.check = 'passed', ...saved.choices.checks] = saved.choices.checks;
  return step(billing, 'SUBMIT');
}

/** What a step shows. */
export function seen(actor: AnyActorRef) {
  const state = actor.getSnapshot() as AnyMachineSnapshot;
  // biome-ignore lint/suspicious/noExplicitAny: each step has a context of its own
  return { state, context: state.context as Record<string, any> };
}
