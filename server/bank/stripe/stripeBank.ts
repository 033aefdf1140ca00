import Stripe from 'stripe';
import type { CardEntry, CardType, Language } from '#domain/constants.ts';
import { countryCodeOf, isoCode } from '#domain/countryCode.ts';
import type { ServerContext } from '../../platform/context.ts';
import { log } from '../../platform/log.ts';
import { sameDigest } from '../../platform/secrets.ts';
import { bankTurns } from '../pacedBank.ts';
import { BANK_PATH, type Bank, type BankAttempt, type BankOutcome, type Card, type EnteredCard } from '../port.ts';
import type { StripeSettings } from './settings.ts';

/** Path of the page that takes the card, or continues its 3-D Secure check. */
export const CARD_PATH = `${BANK_PATH}/card`;

/** The bank, and what its page and its webhooks need. */
export type StripeBank = Bank & {
  stripe: Stripe;
  /** The setup of a page's URL with its present state; null for no such page, 'unreachable' without an answer. */
  readSetup: (id: string, proof: string) => Promise<Stripe.SetupIntent | null | 'unreachable'>;
};

/** Without an answer after this time a call has failed; the attempt is settled later. */
const CALL_TIMEOUT_MS = 6000;

/**
 * Stripe: an attempt is a customer of its own, made with the attempt as idempotency key, with one SetupIntent. So an
 * attempt whose answer was lost is found again by its key, and nothing is set up twice.
 */
export function createStripeBank(
  { config, keyring, now }: Pick<ServerContext, 'config' | 'keyring' | 'now'>,
  { secretKey }: StripeSettings,
): StripeBank {
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const { settings, bankUrl } = config;
  const hasTurn = bankTurns();
  const proofOf = (id: string) => keyring.digest('stripe setup', id);

  const customerOf = async (attempt: string): Promise<string> => {
    const created = await stripe.customers.create({ metadata: { attempt } }, { idempotencyKey: `${attempt} customer` });
    return about(attempt, created).id;
  };

  /**
   * The customer of an earlier attempt; null if there is none: Stripe repeats the failure of its creation. The search
   * finds customers after a minute, the idempotency key works for a day.
   */
  const earlierCustomer = async (attempt: string): Promise<string | null> => {
    const query = `metadata['attempt']:'${attempt}'`;
    const found = await stripe.customers.search({ query, limit: 1 }).catch(() => null);
    return found?.data[0]?.id ?? customerOf(attempt).catch(nullIfRepeated);
  };

  async function createSetup({ attempt, language, card }: BankAttempt): Promise<Stripe.SetupIntent> {
    const customer = await customerOf(attempt);
    return stripe.setupIntents.create(
      {
        customer,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
        metadata: { attempt, language },
        ...(card && { confirm: true, use_stripe_sdk: true, payment_method: await methodOf(attempt, card) }),
      },
      { idempotencyKey: `${attempt} setup` },
    );
  }

  const methodOf = async (attempt: string, card: Card): Promise<string> => {
    const method = await stripe.paymentMethods.create(
      {
        type: 'card',
        card: {
          number: card.number,
          exp_month: Number(card.endMonth),
          exp_year: Number(card.endYear),
          cvc: card.securityCode,
        },
        billing_details: {
          name: card.name,
          address: { country: isoCode(card.country), postal_code: card.postcode },
        },
      },
      { idempotencyKey: `${attempt} card` },
    );
    return method.id;
  };

  const setupOf = async (attempt: string): Promise<Stripe.SetupIntent | undefined> => {
    const customer = await earlierCustomer(attempt);
    if (customer === null) return undefined;
    const { data } = await stripe.setupIntents.list({ customer, limit: 1, expand: ['data.payment_method'] });
    return data[0];
  };

  async function outcomeOf(attempt: string, answer: Stripe.SetupIntent): Promise<BankOutcome> {
    const setup = about(attempt, answer);
    if (setup.status === 'succeeded') return approval(setup);
    if (setup.status === 'canceled') return { kind: 'cancelled' };
    if (setup.status === 'processing') return { kind: 'unknown' };
    if (isDeclined(setup, settings.cardEntry)) return { kind: 'declined' };
    const expiresAt = (setup.created + settings.bankDeadlineSeconds) * 1000;
    // Cancelled, it can no longer succeed after the visitor has seen that it is over.
    if (expiresAt <= now()) return outcomeOf(attempt, await stripe.setupIntents.cancel(setup.id));
    return { kind: 'challenge', url: `${bankUrl}${CARD_PATH}/${setup.id}/${proofOf(setup.id)}`, expiresAt };
  }

  return {
    stripe,
    authorise: (attempt) => known(async () => outcomeOf(attempt.attempt, await createSetup(attempt))),
    settle: (attempt) =>
      known(async () => {
        const setup = await setupOf(attempt);
        return setup ? outcomeOf(attempt, setup) : { kind: 'declined' };
      }),
    readSetup: async (id, proof) => {
      if (!sameDigest(proof, proofOf(id))) return null;
      if (!(await hasTurn(id))) return 'unreachable';
      try {
        const setup = await stripe.setupIntents.retrieve(id);
        if (setup.id === id) return setup;
        throw new Error('The answer is about another setup');
      } catch (error) {
        logFailure(error);
        return 'unreachable';
      }
    },
  };
}

/**
 * Checks that an object is the requested one. One of another attempt, or another kind of object, would decide with
 * another visitor's card.
 */
function about<Answer extends { metadata: Stripe.Metadata | null }>(attempt: string, answer: Answer): Answer {
  if (answer.metadata?.['attempt'] !== attempt) throw new Error('The answer is about another attempt');
  return answer;
}

/** A card that our page has sent is declined for good; on the bank's page another one can be typed. */
export const isDeclined = ({ status }: Stripe.SetupIntent, cardEntry: CardEntry): boolean =>
  status === 'requires_payment_method' && cardEntry === 'page';

/** A declined card is an answer; everything else that Stripe throws is none. */
async function known(call: () => Promise<BankOutcome>): Promise<BankOutcome> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined' };
    logFailure(error);
    return { kind: 'unknown' };
  }
}

function logFailure(error: unknown): void {
  const { type, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>;
  log('bank call failed', {
    type: type ?? 'unexpected',
    ...(statusCode !== undefined && { status: statusCode }),
    ...(requestId !== undefined && { stripe_request: requestId }),
  });
}

function approval({ id, payment_method: method }: Stripe.SetupIntent): BankOutcome {
  if (method === null || typeof method === 'string') return { kind: 'approved', reference: method ?? id };
  const card = method.card && enteredCard(method.card, method.billing_details.address);
  return { kind: 'approved', reference: method.id, ...(card && { card }) };
}

function nullIfRepeated(error: Partial<Stripe.errors.StripeError>): null {
  if (error.headers?.['idempotent-replayed'] === 'true') return null;
  throw error;
}

const brands: Readonly<Record<string, CardType>> = { visa: 'visa', mastercard: 'mastercard', amex: 'amex' };

const enteredCard = (
  { brand, last4, country }: Stripe.PaymentMethod.Card,
  address: Stripe.Address | null,
): EnteredCard => {
  const code = address?.country ?? country;
  return {
    brand: brands[brand] ?? 'other',
    last4,
    country: code === null ? null : countryCodeOf(code),
    postcode: address?.postal_code ?? null,
  };
};

/** The language in which the attempt was begun. */
export const languageOf = ({ metadata }: Stripe.SetupIntent): Language => (metadata?.['language'] ?? 'en') as Language;
