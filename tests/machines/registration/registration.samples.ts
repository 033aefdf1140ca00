import { afterEvent, doneEvent, errorEvent, type Outcome, type Sample } from '@xstate/test';
import type { SnapshotFrom } from 'xstate';
import { emptyChoice } from '#domain/choice.ts';
import { type RegistrationStep, registrationSteps } from '#domain/constants.ts';
import { Failure } from '#domain/failure.ts';
import { problem } from '#domain/notice.ts';
import type { registrationMachine } from '#machines/registration/registration.machine.ts';
import { rejected } from '../../support/flow.ts';
import { countries, names } from './offer.ts';

export const done = '2025-03-05T12:00:00Z';
const referenceData = { dictionary: names, offeredNames: names, countries };
export const record = (step: RegistrationStep, part: object = {}) => ({
  data: { first_name: 'Ann', email: 'ann@acme.example' },
  step,
  completed_at: null,
  number_id: 11,
  ...part,
});
export const saved = (step: RegistrationStep, part: object = {}) => ({
  kind: 'saved',
  state: { token: 't1', step, completed_at: null, ...part },
  submitted: { data: { nb_users: 2 }, number_id: 12 },
});
export const invitations = [{ id: 3, company: 'Acme', invited_by: 'Cy Carr' }];
export const hosted = { kind: 'hosted', page: { url: 'https://bank.example/1' } };
export const moved = { kind: 'moved', notice: problem({ text: 'It stands at another step.' }) };
export const notFound = { kind: 'registrationNotFound', notice: problem({ text: 'This registration is over.' }) };
export const snapshot = (id: string, context: object): Outcome => ({
  type: `xstate.snapshot.${id}`,
  snapshot: { context },
});
export const accountSnapshot = (submitted: object | null, outcome: object | null = null) =>
  snapshot('account', {
    form: { values: { first_name: 'Bo', last_name: 'Li', email: '', password: 'secret', terms: true } },
    submitted,
    outcome,
  });
export const planSnapshot = (submitted: object | null, outcome: object | null = null) =>
  snapshot('plan', {
    order: { packageType: 'A', nbUsers: 2, nbCxBundles: 1 },
    choice: emptyChoice,
    submitted,
    outcome,
  });
export const billingSnapshot = (outcome: object | null) =>
  snapshot('billing', {
    form: { values: { card_number: '4242424242424242', card_cvv: '123', card_name: 'Bo', card_currency: 'USD' } },
    outcome,
  });
export const reread = (step: RegistrationStep, part: object = {}) =>
  doneEvent('readRegistration', { status: 200, data: { data: record(step, part) } });
export const arrived = (step: RegistrationStep, part: object = {}) =>
  doneEvent('arrival', { ...referenceData, record: record(step, part) });

type Context = SnapshotFrom<typeof registrationMachine>['context'];
type Samples = readonly Sample<typeof registrationMachine>[];

const known = new Map<string, Samples>();

/** The events, with payloads, that the wizard may get in a state; made once, since there are many states. */
export function events({ context }: SnapshotFrom<typeof registrationMachine>): Samples {
  const { order, token, shownStep } = context;
  const key = `${order} ${token === null} ${shownStep}`;
  const samples = known.get(key) ?? samplesFor(context);
  known.set(key, samples);
  return samples;
}

const samplesFor = ({ order, token, shownStep }: Pick<Context, 'order' | 'token' | 'shownStep'>): Samples => [
  ...registrationSteps.map((step) => ({ type: 'HISTORY_MOVED' as const, step })),
  doneEvent('arrival', null),
  ...(token === null
    ? []
    : [
        doneEvent('arrival', { ...referenceData, record: null }),
        ...registrationSteps.map((step) => arrived(step)),
        arrived('4', { completed_at: done }),
        arrived('4', { url: 'https://bank.example/1' }),
        arrived('3', { invitations }),
      ]),
  errorEvent('arrival', new Error('broken')),
  doneEvent('teamChoice', { kind: 'joined' }),
  doneEvent('teamChoice', { kind: 'challenged' }),
  doneEvent('teamChoice', { kind: 'startedOwn' }),
  doneEvent('teamChoice', moved),
  doneEvent('teamChoice', notFound),
  errorEvent('teamChoice', new Error('broken')),
  doneEvent('account', saved(order === 'verify-first' ? (shownStep === '2-sso' ? '3' : '2') : '2')),
  doneEvent('account', { kind: 'wentForward' }),
  // Only what there is already can stand elsewhere or be over.
  ...(token === null ? [] : [doneEvent('account', moved), doneEvent('account', notFound)]),
  errorEvent('account', new Error('broken')),
  accountSnapshot(null),
  accountSnapshot(null, hosted),
  accountSnapshot(null, { kind: 'hosted', page: { url: 'https://bank.example/1', token: 't1' } }),
  doneEvent('verification', saved('3')),
  doneEvent('verification', { kind: 'wentBack' }),
  doneEvent('verification', moved),
  doneEvent('verification', { kind: 'advanced', record: record('3') }),
  snapshot('verification', { outcome: null }),
  snapshot('verification', { outcome: hosted }),
  errorEvent('verification', new Error('broken')),
  doneEvent('plan', saved(shownStep === '2' ? '3' : '4')),
  doneEvent('plan', { kind: 'wentBack' }),
  doneEvent('plan', notFound),
  errorEvent('plan', new Error('broken')),
  planSnapshot(null),
  planSnapshot({ data: { nb_users: 2 } }),
  planSnapshot(null, hosted),
  doneEvent('billing', saved('4', { completed_at: done })),
  doneEvent('billing', { kind: 'wentBack' }),
  errorEvent('billing', new Error('broken')),
  billingSnapshot(null),
  billingSnapshot(hosted),
  ...(['answered', 'cancelled', 'timedOut', 'blocked'] as const).map((result) =>
    doneEvent('bankCheck', { result, record: null }),
  ),
  doneEvent('bankCheck', { result: 'answered', record: record('4', { url: null }) }),
  doneEvent('bankCheck', { result: 'answered', record: record('4', { completed_at: done }) }),
  errorEvent('bankCheck', new Error('broken')),
  snapshot('bankCheck', { deadline: 1_000_000 }),
  reread('4'),
  reread('4', { completed_at: done }),
  errorEvent('readRegistration', rejected(503, 'SV1001')),
  afterEvent('successRead', 'registration.showingSuccess'),
  doneEvent('openRegistrationSession', { status: 201, data: { user_id: 7, user_token: 'u7' } }),
  errorEvent('openRegistrationSession', rejected(403, 'AU1007')),
  errorEvent('openRegistrationSession', new Failure('cookiesNeeded')),
  { type: 'DAY_BEGAN', today: '2025-03-06' } as const,
];
