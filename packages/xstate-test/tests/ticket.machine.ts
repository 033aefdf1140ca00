import { and, assign, fromCallback, fromPromise, not, or, sendTo, setup } from 'xstate';

/** A request that stays pending until the test answers it. */
export const nobody = <CallInput, Answer = unknown>() =>
  fromPromise<Answer, CallInput>(() => Promise.reject(new Error('nobody answers')));

/** A child flow, opaque to its parent. */
export const paymentMachine = setup({
  types: { input: {} as { amount: number }, output: {} as { paid: boolean } },
}).createMachine({
  id: 'payment',
  initial: 'open',
  states: { open: { on: { PAY: 'closed' } }, closed: { type: 'final' } },
  output: { paid: true },
});

type Seat = { row: string };
type Context = { seat: string | null; tries: number; vip: boolean; note: string; seats: Seat[] };
type Events =
  | { type: 'CHOOSE'; row: string }
  | { type: 'NOTE'; text: string }
  | { type: 'NEXT' }
  | { type: 'BACK' }
  | { type: 'SHOW' }
  | { type: 'HIDE' }
  | { type: 'LOST' }
  | { type: 'gate.open' }
  | { type: 'gate.shut' };

/** Buys a theatre ticket with every feature of a chart: the sample machine of the package's own tests. */
export const ticketMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { vip: boolean }, tags: {} as 'pending' },
  actors: {
    listSeats: nobody<{ vip: boolean }, Seat[]>(),
    reserve: nobody<{ row: string }, string>(),
    watchGate: fromCallback<{ type: 'RING' }, { loud: boolean }>(() => {}),
    payment: paymentMachine,
  },
  actions: {
    setSeats: assign({ seats: (_, seats: Seat[]) => seats }),
    setSeat: assign({ seat: (_, row: string | null) => row }),
    setNote: assign({ note: (_, text: string) => text }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    ring: sendTo('watchGate', { type: 'RING' }),
    greet: (_, __: { vip: boolean }) => {
      throw new Error('nobody listens');
    },
    goodbye: () => {
      throw new Error('nobody listens');
    },
  },
  guards: {
    isVip: ({ context }) => context.vip,
    hasSeat: ({ context }) => context.seat !== null,
    isTired: ({ context }) => context.tries >= 1,
    isFront: (_, row: string) => row === 'A',
    mayGoOn: and(['hasSeat', not('isTired')]),
    isSpecial: or(['isVip', 'isTired']),
  },
  delays: { timeout: 10_000, hint: 2_000 },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ seat: null, tries: 0, vip: input.vip, note: '', seats: [] }),
  initial: 'greeting',
  on: { LOST: '.lost' },
  states: {
    greeting: {
      entry: { type: 'greet', params: ({ context }) => ({ vip: context.vip }) },
      always: [{ guard: 'isVip', target: 'lounge' }, { target: 'listing' }],
    },
    lounge: { on: { NEXT: 'listing' } },
    listing: {
      tags: 'pending',
      invoke: {
        id: 'listSeats',
        src: 'listSeats',
        input: ({ context }) => ({ vip: context.vip }),
        onDone: { target: 'choosing', actions: { type: 'setSeats', params: ({ event }) => event.output } },
        onError: 'lost',
      },
      after: { timeout: 'lost' },
    },
    choosing: {
      type: 'parallel',
      invoke: { id: 'watchGate', src: 'watchGate', input: { loud: false }, onError: '.gate.broken' },
      on: { 'gate.*': { actions: 'ring' }, NOTE: { actions: { type: 'setNote', params: ({ event }) => event.text } } },
      onDone: 'paying',
      states: {
        seat: {
          initial: 'none',
          states: {
            none: {
              on: {
                CHOOSE: [
                  {
                    guard: { type: 'isFront', params: ({ event }) => event.row },
                    target: 'reserving',
                    actions: { type: 'setSeat', params: ({ event }) => event.row },
                  },
                  { target: 'none', reenter: true, actions: 'countTry' },
                ],
                NEXT: { guard: 'mayGoOn', target: 'chosen' },
                BACK: [{ guard: 'isSpecial', target: '#ticket.lounge' }, { target: '#ticket.listing' }],
              },
              after: { hint: { actions: 'ring' } },
            },
            reserving: {
              tags: 'pending',
              invoke: {
                id: 'reserve',
                src: 'reserve',
                input: ({ context }) => ({ row: context.seat ?? '' }),
                onDone: { target: 'none' },
                onError: { target: 'none', actions: [{ type: 'setSeat', params: null }, 'countTry'] },
              },
              after: { timeout: 'none' },
            },
            chosen: { type: 'final' },
          },
        },
        gate: {
          initial: 'hidden',
          states: {
            hidden: { on: { SHOW: 'shown' } },
            shown: { type: 'final' },
            broken: { on: { HIDE: 'hidden' } },
          },
        },
      },
    },
    paying: {
      invoke: {
        id: 'pay',
        src: 'payment',
        input: { amount: 20 },
        onDone: [{ guard: ({ event }) => event.output.paid, target: 'bought', actions: 'goodbye' }, { target: 'lost' }],
        onError: 'lost',
      },
      on: { '*': { actions: 'countTry', target: 'choosing' }, LOST: {} },
    },
    bought: { type: 'final' },
    lost: { on: { NEXT: 'listing' } },
  },
});
