import { doneEvent, errorEvent, type Sample } from '../src/index.ts';
import type { ticketMachine } from './ticket.machine.ts';

const sorry = new Error('sorry');

/** The events of buying a ticket; events without payload need no sample. */
export const events: Sample<typeof ticketMachine>[] = [
  { type: 'CHOOSE', row: 'A' },
  { type: 'CHOOSE', row: 'Z' },
  { type: 'NOTE', text: 'aisle' },
  doneEvent('listSeats', [{ row: 'A' }]),
  errorEvent('listSeats', sorry),
  doneEvent('reserve', 'A'),
  errorEvent('reserve', sorry),
  doneEvent('pay', { paid: true }),
  doneEvent('pay', { paid: false }),
  errorEvent('pay', sorry),
  errorEvent('watchGate', sorry),
];

type Context = { seat: string | null; tries: number; vip: boolean };

/** All inputs, all samples, and the part of the context that guards read. */
export const walk = {
  inputs: { plain: { vip: false }, vip: { vip: true } },
  events,
  project: ({ seat, tries, vip }: Context) => [seat, Math.min(tries, 1), vip],
};
