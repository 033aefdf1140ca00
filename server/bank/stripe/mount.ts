import { bodyLimit } from 'hono/body-limit';
import type Stripe from 'stripe';
import { hostName } from '#domain/hosts.ts';
import { addHeaders } from '../../http/headers.ts';
import { pageOrigins } from '../../http/hosts.ts';
import type { App } from '../../http/serve.ts';
import { visitorLanguage } from '../../http/visitorLanguage.ts';
import type { ServerContext } from '../../platform/context.ts';
import { boundedLog, logError } from '../../platform/log.ts';
import { settleBankAttempt } from '../../registration/payment.ts';
import { donePage, type Surroundings, unknownPage } from '../checkPages.ts';
import { BANK_PATH } from '../port.ts';
import { cardPage, unavailablePage } from './cardPage.ts';
import type { StripeSettings } from './settings.ts';
import { CARD_PATH, isDeclined, languageOf, type StripeBank } from './stripeBank.ts';

/** Where Stripe sends its events. */
const WEBHOOK_PATH = `${BANK_PATH}/webhook`;

/** The most that a signature may be older than the server's clock, in seconds. */
const TOLERANCE_S = 300;
/** When to open the page again that Stripe has not answered for. */
const RETRY_AFTER_S = 5;
const MAX_EVENT_BYTES = 256 * 1024;

/** The page that takes the card, on the bank's own origin, and the webhook of Stripe. */
export function mountStripe(app: App, context: ServerContext, bank: StripeBank, keys: StripeSettings): void {
  const {
    bankUrl,
    settings: { brand, cardEntry },
  } = context.config;
  const { stripe, readSetup } = bank;
  // The message at the end holds no data, and only the app's pages can frame this one.
  const inApp: Surroundings = { framedBy: [...pageOrigins(context.config)], target: '*' };
  const bankHost = hostName(new URL(bankUrl).host);

  app.get(`${CARD_PATH}/:id/:proof`, async (c) => {
    const isOurs = hostName(new URL(c.req.url).host) === bankHost || hostName(c.req.header('Host') ?? '') === bankHost;
    const setup = isOurs ? await readSetup(c.req.param('id'), c.req.param('proof')) : null;
    if (!setup) return unknownPage(visitorLanguage(c, context.config), inApp.framedBy);
    if (setup === 'unreachable') {
      addHeaders(c, { 'Retry-After': String(RETRY_AFTER_S) });
      return unavailablePage(visitorLanguage(c, context.config), inApp);
    }
    const { status, metadata } = setup;
    const isOver = status === 'canceled' || isDeclined(setup, cardEntry);
    if (status !== 'succeeded' && status !== 'processing' && !isOver) {
      return cardPage(setup, { publishableKey: keys.publishableKey, merchant: brand.name }, inApp);
    }
    // Before the app is notified, because the visitor may leave.
    await settleBankAttempt(context, metadata?.['attempt'] ?? '').catch((error) =>
      logError('result of a bank check not recorded', error),
    );
    return donePage({ language: languageOf(setup), isOver }, inApp);
  });

  /*
   * An event is only a hint that a setup has changed: what it has become is read from Stripe. So events may come twice,
   * late and in any order. Without an answer of Stripe or the database, the event is rejected, and Stripe sends it again.
   */
  const logRefusal = boundedLog('webhook refused: its signature is not valid');
  const limited = bodyLimit({ maxSize: MAX_EVENT_BYTES, onError: (c) => c.text('too long', 413) });
  app.post(WEBHOOK_PATH, limited, async (c) => {
    const body = await c.req.text();
    const signature = c.req.header('Stripe-Signature') ?? '';
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(
        body,
        signature,
        keys.webhookSecret,
        TOLERANCE_S,
        undefined,
        context.now(),
      );
    } catch {
      logRefusal({});
      return c.text('signature not valid', 400);
    }
    const attempt = attemptOf(event);
    if (attempt !== undefined && !(await settleBankAttempt(context, attempt))) return c.text('not settled', 503);
    return c.text('ok');
  });
}

/** The attempt that an event is about; undefined for all other events. */
function attemptOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'setup_intent.succeeded':
    case 'setup_intent.canceled':
    case 'setup_intent.setup_failed':
      return event.data.object.metadata?.['attempt'];
    default:
      return undefined;
  }
}
