import Stripe from 'stripe';
import { onTestFinished, vi } from 'vitest';
// The server loads it on demand. Loaded before the first test, its tables and texts are those of all tests.
import '#server/bank/stripe/mount.ts';
import { type Clock, startServer, type TestServer } from './server.ts';

/** A standing of a setup, as Stripe reports it. */
type Setup = Pick<Stripe.SetupIntent, 'id' | 'status' | 'created' | 'client_secret' | 'metadata'> & {
  object: 'setup_intent';
  customer: string;
  payment_method: string | null;
};

/**
 * What goes wrong with a call: `down`: it never arrives; `lost`: it takes effect, its answer is lost; `500`: it fails;
 * `odd`: its answer has another shape.
 */
type Fault = 'down' | 'lost' | '500' | 'odd';

/** Stripe deletes idempotency keys after a day, and its search finds what is older than a minute. */
const KEYS_KEPT_MS = 24 * 3_600_000;
const SEARCHED_AFTER_MS = 60_000;

const WEBHOOK_SECRET = 'whsec_test';
const keys = {
  BANK: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_secret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};

/** The card that the fake's visitors type, unless a test gives it other parts. */
const visa = {
  id: 'pm_1',
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', last4: '4242', country: 'GB' },
  billing_details: { address: { country: 'GB', postal_code: 'LS1 1AA' } },
};
type Method = Omit<typeof visa, 'card' | 'billing_details'> & {
  card: { brand: string; last4: string; country: string | null } | null;
  billing_details: { address: { country: string | null; postal_code: string | null } | null };
};

/**
 * The calls of Stripe that the adapter uses, behind the package's own client: idempotency keys, expanded objects and
 * error bodies as its documentation describes them. Never compared with Stripe itself.
 */
function fakeStripe(now: () => number) {
  const setups: Setup[] = [];
  const answered = new Map<string, { status: number; body: object; at: number }>();
  const customers: { id: string; attempt: string; at: number }[] = [];
  const calls: { call: string; body: Record<string, string>; headers: Headers }[] = [];
  const faults = new Map<string, Fault>();
  let method: Method = visa;
  /** What becomes of a card that is sent with the call. */
  let confirms: Stripe.SetupIntent.Status | 'declined' = 'succeeded';

  const error = (status: number, type: string, code?: string) => ({
    status,
    body: { error: { type, code, message: '' } },
  });
  /** A payment method is its id, unless the call asks for more of it. */
  const shown = (setup: Setup, expanded: string | null | undefined) => ({
    ...setup,
    payment_method: expanded?.endsWith('payment_method') && setup.payment_method ? method : setup.payment_method,
  });
  const page = <Row>(rows: readonly Row[], search: URLSearchParams) => {
    const limit = Number(search.get('limit') ?? 10);
    return { has_more: rows.length > limit, data: rows.slice(0, limit) };
  };

  function answer(call: string, path: string[], body: Record<string, string>, search: URLSearchParams) {
    const setup = setups.find(({ id }) => id === path[2]);
    switch (call) {
      case 'POST customers':
        customers.push({ id: `cus_${customers.length + 1}`, attempt: body['metadata[attempt]'] ?? '', at: now() });
        return {
          status: 200,
          body: {
            id: `cus_${customers.length}`,
            object: 'customer',
            metadata: { attempt: body['metadata[attempt]'] ?? '' },
          },
        };
      case 'GET customers': {
        const query = search.get('query') ?? '';
        const isFound = (attempt: string) => query === `metadata['attempt']:'${attempt}'`;
        const data = customers.filter(({ attempt, at }) => isFound(attempt) && at <= now() - SEARCHED_AFTER_MS);
        return { status: 200, body: { object: 'search_result', ...page(data, search) } };
      }
      case 'POST payment_methods':
        return { status: 200, body: method };
      case 'POST setup_intents': {
        const isSent = body['confirm'] === 'true';
        const created: Setup = {
          id: `seti_${setups.length + 1}`,
          object: 'setup_intent',
          status: !isSent || confirms === 'declined' ? 'requires_payment_method' : confirms,
          created: Math.floor(now() / 1000),
          client_secret: `seti_${setups.length + 1}_secret`,
          metadata: { attempt: body['metadata[attempt]'] ?? '', language: body['metadata[language]'] ?? '' },
          customer: body['customer'] ?? '',
          payment_method: body['payment_method'] ?? null,
        };
        setups.push(created);
        if (isSent && confirms === 'declined') return error(402, 'card_error', 'card_declined');
        return { status: 200, body: shown(created, body['expand[0]']) };
      }
      case 'GET setup_intents': {
        if (path[2]) return setup ? { status: 200, body: shown(setup, null) } : error(404, 'invalid_request_error');
        // Without a customer, those of all; an empty one is refused.
        const of = search.get('customer');
        if (of === '') return error(400, 'invalid_request_error');
        const found = setups.filter(({ customer }) => of === null || customer === of);
        const listed = found.map((one) => shown(one, search.get('expand[0]')));
        return { status: 200, body: { object: 'list', ...page(listed, search) } };
      }
      case 'POST setup_intents cancel':
        if (!setup || setup.status === 'succeeded') return error(400, 'invalid_request_error');
        setup.status = 'canceled';
        return { status: 200, body: shown(setup, null) };
      default:
        throw new Error(`Stripe is not faked for ${call}.`);
    }
  }

  const fetchStripe = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.host !== 'api.stripe.com') throw new Error(`A call left the test: ${url.host}`);
    const path = url.pathname.split('/').slice(1);
    const call = [init.method ?? 'GET', path[1], path[3]].filter(Boolean).join(' ');
    const body = Object.fromEntries(new URLSearchParams(String(init.body ?? '')));
    const headers = new Headers(init.headers);
    calls.push({ call, body, headers });
    const fault = faults.get(call);
    if (fault === 'down') throw new TypeError('fetch failed');
    if (fault === 'odd') return Response.json({ object: 'another' });
    const key = headers.get('Idempotency-Key');
    const kept = key === null ? undefined : answered.get(key);
    const earlier = kept && kept.at > now() - KEYS_KEPT_MS ? kept : undefined;
    const result = earlier ?? (fault === '500' ? error(500, 'api_error') : answer(call, path, body, url.searchParams));
    if (key !== null && !earlier) answered.set(key, { ...result, at: now() });
    if (fault === 'lost') throw new TypeError('fetch failed');
    return Response.json(result.body, {
      status: result.status,
      headers: { 'Request-Id': `req_${calls.length}`, ...(earlier && { 'Idempotent-Replayed': 'true' }) },
    });
  };
  vi.stubGlobal('fetch', fetchStripe);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });

  return {
    setups,
    calls,
    faults,
    /** What the next card that is sent with a call becomes. */
    willConfirm: (status: typeof confirms) => {
      confirms = status;
    },
    /** The visitor types a card into Stripe's field, and the bank approves it. */
    enterCard: (setup = setups.at(-1), entered: Partial<Method> = {}) => {
      method = { ...visa, ...entered };
      if (setup) Object.assign(setup, { status: 'succeeded', payment_method: method.id });
    },
  };
}

type FakeStripe = ReturnType<typeof fakeStripe>;

/** A server whose bank is the fake. */
export async function startWithStripe(
  env: Record<string, string> = {},
): Promise<{ server: TestServer; stripe: FakeStripe }> {
  let clock: Clock | null = null;
  const stripe = fakeStripe(() => clock?.now() ?? 0);
  const server = await startServer({ ...keys, ...env });
  clock = server.clock;
  return { server, stripe };
}

/** An event about a setup, signed as Stripe signs it. */
export function webhook(server: TestServer, setup: object, type: Stripe.Event['type'] = 'setup_intent.succeeded') {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: setup } });
  const timestamp = Math.floor(server.clock.now() / 1000);
  const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
    timestamp,
  });
  return { payload, header };
}
