import { describe, expect, test } from 'vitest';
import { Failure } from '#domain/failure.ts';
import { addOwner } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { FaultCoverage } from './faultCoverage.ts';
import type { Served } from './faults.ts';
import { plain, signUp, type Variant, variants } from './signUp.ts';
import { codeOf } from './signUpRecords.ts';
import { CARD, replayOf, TEAM } from './signUpReplay.ts';
import { type ServerBehaviour, SignUpServer } from './signUpServer.ts';
import { differences, tracesOf } from './traces.ts';

const serverFor = ({ order = 'verify-first' }: Variant) =>
  startServer({ SIGNUP_ORDER: order, TWO_FACTOR: 'off', CODE_LIFE_S: '86400', BANK_DEADLINE_S: '86400' });

describe('the model of the sign-up answers as the server does', { timeout: 600_000 }, () => {
  // Faults of the server itself, and what local mode shows by address: the server's own tests have them.
  const compared: Record<string, Variant> = {
    ...Object.fromEntries(Object.entries(variants).filter(([, { hasFaults }]) => !hasFaults)),
    'checks that fail': { choices: { checks: ['hanging', 'too late', 'declined'] } },
    'a wrong code': { requiresBankCheck: false, choices: { wrongCodes: ['111111'] } },
  };

  /** Calls that no page sends in this order, each with what it refers to. */
  const person = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example', password: 'correct horse 9' };
  const card = {
    step: '4',
    card_type: 'visa',
    card_number: CARD,
    card_end_month: '12',
    card_end_year: '2029',
    card_cvv: '987',
    card_name: 'Ann Lee',
    card_country: 'DE',
    card_postcode: '53111',
    card_currency: 'EUR',
  };
  const number = { step: '3', number: '+49301234567', number_id: 11 };
  const create = ['createRegistration', { body: person }] as const;
  const update = (token: string, body: object) =>
    ['updateRegistration', { params: { registration_token: token }, body }] as const;
  const on = (token: string, name: string) => [name, { params: { registration_token: token } }] as const;
  const verify = (token: string, code = codeOf(token)) => update(token, { step: '2', verification_code: code });
  const wrong = verify('t1', '111111');

  test.each<[string, Variant, readonly (readonly [string, object])[]]>([
    [
      'the session too early, and twice',
      { requiresBankCheck: false },
      [
        create,
        on('t1', 'openRegistrationSession'),
        verify('t1'),
        on('t1', 'openRegistrationSession'),
        update('t1', number),
        update('t1', card),
        on('t1', 'openRegistrationSession'),
        on('t1', 'openRegistrationSession'),
      ],
    ],
    ['a code after its step', {}, [create, verify('t1'), on('t1', 'resendRegistrationCode'), verify('t1', '111111')]],
    ['a code in the order plan-first', { order: 'plan-first' }, [create, on('t1', 'resendRegistrationCode')]],
    ['six wrong codes', {}, [create, wrong, wrong, wrong, wrong, wrong, wrong, verify('t1')]],
    [
      'the address of a customer',
      { requiresBankCheck: false },
      [create, verify('t1'), update('t1', number), update('t1', card), create, verify('t2'), update('t2', number)],
    ],
    [
      'the address of a customer, plan-first',
      { order: 'plan-first', requiresBankCheck: false },
      [
        create,
        update('t1', { step: '2' }),
        update('t1', number),
        update('t1', card),
        create,
        update('t2', { step: '2' }),
        update('t2', { ...number, number: '+49301234568' }),
        update('t2', card),
      ],
    ],
    [
      'another card while a check is open',
      {},
      [
        create,
        verify('t1'),
        update('t1', number),
        update('t1', card),
        update('t1', card),
        on('t1', 'readRegistration'),
        update('t1', { step: '1' }),
        update('t1', number),
        on('t1', 'readRegistration'),
      ],
    ],
  ])('%s', async (_name, variant, calls) => {
    const behaviour: ServerBehaviour = { ...plain, ...variant };
    const model = new SignUpServer(behaviour);
    const trace: Served[] = [];
    model.onServed = (served) => trace.push(served);
    for (const [at, [name, input]] of calls.entries()) {
      try {
        model.handle(name, input, `key ${at}`);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
    const server = await serverFor(variant);
    expect(await differences([trace], () => replayOf(server, variant, 0))).toEqual([]);
  });

  test.each(Object.entries(compared))('%s', async (_name, variant) => {
    const coverage = new FaultCoverage();
    const traces = tracesOf(20, (decide, onServed) => signUp(variant, decide, coverage, onServed));
    const server = await serverFor(variant);
    if (variant.isInvited) await addOwner(server, TEAM);
    expect(await differences(traces, (trace) => replayOf(server, variant, trace))).toEqual([]);
  });
});
