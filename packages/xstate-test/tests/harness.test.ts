import { describe, expect, test } from 'vitest';
import { assign, sendTo, setup } from 'xstate';
import { afterEvent, createHarness, doneEvent, errorEvent, snapshotEvent } from '../src/index.ts';
import { paymentMachine, ticketMachine } from './ticket.machine.ts';

const start = () => createHarness(ticketMachine, { input: { vip: false } });
const choosing = () => {
  const harness = start();
  harness.drive(doneEvent('listSeats', [{ row: 'A' }]));
  return harness;
};
const none = { choosing: { seat: 'none', gate: 'hidden' } };

describe('requests', () => {
  test('each request is recorded with its input and stays pending', () => {
    const harness = start();
    expect(harness.state.value).toBe('listing');
    expect(harness.pending).toMatchObject([{ id: 'listSeats', name: 'listSeats', input: { vip: false } }]);
  });

  test('a response is fully processed when drive returns', () => {
    const harness = choosing();
    expect(harness.state.value).toEqual(none);
    expect(harness.state.context.seats).toEqual([{ row: 'A' }]);
    expect(harness.requests.map(({ name }) => name)).toEqual(['listSeats', 'watchGate']);
  });

  test('a failure reaches the flow as an error', () => {
    const harness = start();
    harness.drive(errorEvent('listSeats', new Error('down')));
    expect(harness.state.value).toBe('lost');
    expect(harness.errors).toEqual([]);
  });

  test('a late response, after its state was left, is dropped', () => {
    const harness = start();
    const [late] = harness.pending;
    harness.drive({ type: 'LOST' });
    expect(harness.pending).toEqual([]);
    late?.answer([{ row: 'A' }]);
    late?.reject(new Error('down'));
    expect(harness.state.value).toBe('lost');
    expect(harness.state.context.seats).toEqual([]);
  });

  test('a response to an earlier request does not resolve a later one', () => {
    const harness = start();
    const [first] = harness.pending;
    harness.drive({ type: 'LOST' });
    harness.drive({ type: 'NEXT' });
    first?.answer([{ row: 'Z' }]);
    expect(harness.state.value).toBe('listing');
    harness.drive(doneEvent('listSeats', [{ row: 'A' }]));
    expect(harness.state.context.seats).toEqual([{ row: 'A' }]);
  });

  test('a response without a pending request throws', () => {
    expect(() => start().drive(doneEvent('reserve'))).toThrow(
      'No request "reserve" is pending in listing; pending: listSeats.',
    );
  });

  test('a child machine stays pending like any other actor, unless provided', () => {
    const toPayment = (provide: object) => {
      const harness = createHarness(ticketMachine, { input: { vip: false }, provide });
      for (const event of [doneEvent('listSeats', []), { type: 'SHOW' }, { type: 'CHOOSE', row: 'A' }])
        harness.drive(event);
      harness.drive(doneEvent('reserve', 'A'));
      harness.drive({ type: 'NEXT' });
      return harness;
    };
    const pendingActor = toPayment({});
    expect(pendingActor.pending).toMatchObject([{ id: 'pay', name: 'payment', input: { amount: 20 } }]);
    pendingActor.drive(doneEvent('pay', { paid: true }));
    expect(pendingActor.state.value).toBe('bought');

    const real = toPayment({ actors: { payment: paymentMachine } });
    real.state.children.pay?.send({ type: 'PAY' });
    expect(real.state.value).toBe('bought');
  });
});

test('a pending child emits snapshots only when driven', () => {
  const parent = setup({
    types: { context: {} as { seen: unknown[] } },
    actors: { payment: paymentMachine },
    actions: { setSeen: assign({ seen: ({ context }, what: unknown) => [...context.seen, what] }) },
  }).createMachine({
    id: 'parent',
    context: { seen: [] },
    invoke: {
      id: 'pay',
      src: 'payment',
      input: { amount: 1 },
      onSnapshot: {
        actions: {
          type: 'setSeen',
          params: ({ event }: { event: { snapshot: { value: unknown } } }) => event.snapshot.value,
        },
      },
    },
    on: { TELL: { actions: sendTo('pay', { type: 'PAY' }) } },
  });
  const harness = createHarness(parent);
  harness.drive({ type: 'TELL' });
  expect(harness.effects).toEqual([{ name: 'to pay', params: { type: 'PAY' } }]);
  expect(harness.state.context.seen).toEqual([]);
  harness.drive(snapshotEvent('pay', { value: 'open' }));
  expect(harness.state.context.seen).toEqual(['open']);
});

describe('effects', () => {
  test('outside actions are recorded with their params instead of executed; built-in ones run', () => {
    const harness = choosing();
    harness.drive({ type: 'CHOOSE', row: 'Z' });
    expect(harness.effects).toEqual([{ name: 'greet', params: { vip: false } }]);
    expect(harness.state.context.tries).toBe(1);
  });

  test('takeEffects returns the effects since the last call', () => {
    const harness = start();
    harness.takeEffects();
    harness.drive(doneEvent('listSeats', []));
    expect(harness.takeEffects()).toMatchObject({
      requests: [{ name: 'watchGate', input: { loud: false } }],
      effects: [],
      timers: [{ type: 'xstate.after.hint.ticket.choosing.seat.none', ms: 2_000 }],
    });
    expect(harness.takeEffects()).toMatchObject({ requests: [], effects: [], timers: [] });
  });

  test('provided actions run', () => {
    const received: unknown[] = [];
    const greet = (_: unknown, params: unknown) => received.push(params);
    createHarness(ticketMachine, { input: { vip: true }, provide: { actions: { greet } } });
    expect(received).toEqual([{ vip: true }]);
  });

  test('errors that break the flow are collected', () => {
    const greet = () => {
      throw new Error('no voice');
    };
    const harness = createHarness(ticketMachine, { input: { vip: true }, provide: { actions: { greet } } });
    expect(harness.errors).toEqual([new Error('no voice')]);
    expect(() => harness.drive({ type: 'NEXT' })).toThrow('the flow has ended');
  });
});

describe('time', () => {
  test('passes only when the test advances it', () => {
    const harness = start();
    harness.wait(9_999);
    expect(harness.state.value).toBe('listing');
    harness.wait(1);
    expect(harness.state.value).toBe('lost');
  });

  test('an after event fires its timer, once', () => {
    const harness = start();
    harness.drive(afterEvent('timeout', 'ticket.listing'));
    expect(harness.state.value).toBe('lost');
    harness.drive({ type: 'NEXT' });
    harness.wait(9_999);
    expect(harness.state.value).toBe('listing');
  });

  test('firing a timer that does not run throws', () => {
    const hint = afterEvent('hint', 'ticket.choosing.seat.none');
    expect(() => start().drive(hint)).toThrow(
      'No timer runs for xstate.after.hint.ticket.choosing.seat.none in listing.',
    );
    const harness = choosing();
    harness.drive(hint);
    expect(() => harness.drive(hint)).toThrow('No timer runs');
  });
});

test('a flow that has ended accepts no more events', () => {
  const harness = start();
  harness.stop();
  expect(() => harness.drive({ type: 'LOST' })).toThrow('the flow has ended in listing');
});
