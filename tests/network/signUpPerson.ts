import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { type Step, step } from './page.ts';
import type { SignUpVisit } from './signUpVisit.ts';

export const secrets = { password: 'correct horse 9', card: '4242424242424242', cvv: '987' };

/** The next thing to do to get on; throws when there is nothing. */
export function nextStep(visit: SignUpVisit): Step {
  const { state, actor } = visit;
  const child = (id: string) => state.children[id] as AnyActorRef;
  if (state.matches('failed')) return step(actor, 'TRY_AGAIN');
  if (state.matches('draftGone')) return step(actor, 'START_AGAIN');
  if (state.matches('notLoggedIn')) return step(actor, 'LOG_IN');
  if (state.matches('checkingBank')) return atBank(child('bankCheck'));
  switch (Object.values(state.value as Record<string, string>)[0]) {
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

/** The person passes the check as soon as the bank's page is open. */
function atBank(bankCheck: AnyActorRef): Step {
  const { state } = seen(bankCheck);
  return step(bankCheck, state.matches({ framed: 'open' }) ? 'BANK_ANSWERED' : 'FRAME_LOADED');
}

function inAccount(visit: SignUpVisit, account: AnyActorRef): Step {
  const { form, mode } = seen(account).context;
  if (form.values.first_name === '') {
    visit.typesAnew('names');
    return step(account, 'CHANGE', { change: { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example' } });
  }
  visit.kept.memory.names = true;
  if (!form.values.terms || (form.values.password === '' && mode === 'create'))
    return step(account, 'CHANGE', { change: { password: secrets.password, terms: true } });
  return step(account, 'SUBMIT');
}

function inVerification({ server }: SignUpVisit, verification: AnyActorRef): Step {
  const { token, code } = seen(verification).context;
  const right = server.codeOf(token);
  return code === right ? step(verification, 'SUBMIT') : step(verification, 'CODE_CHANGED', { code: right });
}

function inPlan(visit: SignUpVisit, plan: AnyActorRef): Step {
  const { state, context } = seen(plan);
  const { panels, order, picked } = context;
  if (state.hasTag('pricesMissing')) return step(plan, 'TRY_AGAIN');
  if (panels.plan && order.nbUsers !== 2) {
    visit.typesAnew('users');
    return step(plan, 'USERS_CHANGED', { users: 2 });
  }
  visit.kept.memory.users ||= panels.plan;
  if (panels.number && !picked) return inPicker(visit, state.children['numberPicker'] as AnyActorRef);
  visit.kept.memory.number ||= panels.number;
  return step(plan, 'SUBMIT');
}

function inPicker(visit: SignUpVisit, picker: AnyActorRef): Step {
  const { state, context } = seen(picker);
  if (state.hasTag('failed')) return step(picker, 'TRY_AGAIN');
  visit.typesAnew('number');
  const { country, type, area } = context.choice;
  if (!country) return step(picker, 'COUNTRY_CHOSEN', { id: 'DE' });
  if (!type) return step(picker, 'TYPE_CHOSEN', { id: 'G' });
  if (!area) return step(picker, 'AREA_CHOSEN', { id: '11' });
  return step(picker, 'NUMBER_CHOSEN', { id: '+49301234567' });
}

function inBilling(visit: SignUpVisit, billing: AnyActorRef): Step {
  const { state, context } = seen(billing);
  const { values } = context.form;
  if (state.hasTag('pricesMissing')) return step(billing, 'TRY_AGAIN');
  if (values.customer_city === '') {
    visit.typesAnew('city');
    const change = { customer_city: 'Bonn', card_name: 'Ann Lee', card_country: 'DE', card_postcode: '53111' };
    return step(billing, 'CHANGE', { change });
  }
  visit.kept.memory.city = true;
  if (values.card_cvv !== '') return step(billing, 'SUBMIT');
  const code = { card_cvv: secrets.cvv };
  const card = { card_number: secrets.card, card_end_month: '12', card_end_year: '29', ...code };
  // K2: after an answer only the code is typed anew.
  return step(billing, 'CHANGE', { change: values.card_number === '' ? card : code });
}

/** A person looks at whatever a step shows. */
function seen(actor: AnyActorRef) {
  const state = actor.getSnapshot() as AnyMachineSnapshot;
  // biome-ignore lint/suspicious/noExplicitAny: each step has a context of its own
  return { state, context: state.context as Record<string, any> };
}
