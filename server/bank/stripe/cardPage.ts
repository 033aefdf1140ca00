import { html } from 'hono/html';
import Stripe from 'stripe';
import type { Language } from '#domain/constants.ts';
import { localeTag } from '#domain/locale.ts';
import { htmlPage } from '../../http/htmlPage.ts';
import { translate } from '../../messages/translate.ts';
import type { Surroundings } from '../checkPages.ts';
import { languageOf } from './stripeBank.ts';

const message = {
  title: /*i18n*/ { id: 'Enter your card details' },
  text: /*i18n*/ { id: "{merchant} wants to save your card for future payments. You won't be charged now." },
  save: /*i18n*/ { id: 'Save card' },
  unavailable: /*i18n*/ { id: "We couldn't reach your bank. Nothing has been charged. You can try again." },
};

/** Stripe.js of the version that fits the package; Stripe allows it from its own host only. */
const STRIPE_JS = `https://js.stripe.com/${Stripe.API_VERSION.split('.')[1]}/stripe.js`;

/** The hosts of Stripe that Stripe.js needs: its scripts and fields, its API, and the bank's 3-D Secure page. */
const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const frames = [...scripts, 'https://hooks.stripe.com'];
const connects = ['https://api.stripe.com'];

/**
 * Mounts Stripe's card field, or continues the check of a card that was sent. Once Stripe reports an outcome, which for
 * such a check may be a failure, the page is reloaded: the server then records the outcome and notifies the app.
 */
const script = `const { key, secret, locale, state, unavailable } = document.body.dataset;
const form = document.querySelector('form');
const button = form.querySelector('button');
const say = (text) => { document.querySelector('[role=alert]').textContent = text; };
const end = ({ error }) => {
  if (!error) return location.reload();
  say(error.message || unavailable);
  button.disabled = false;
};
const failed = () => end({ error: { message: unavailable } });
if (typeof Stripe === 'undefined') {
  say(unavailable);
} else {
  const stripe = Stripe(key, { locale });
  if (state === 'requires_action') {
    form.hidden = true;
    stripe.handleNextAction({ clientSecret: secret }).then(() => location.reload(), failed);
  } else {
    const elements = stripe.elements({ clientSecret: secret });
    const field = elements.create('payment');
    field.mount('#card');
    field.on('ready', () => { button.disabled = false; });
    field.on('loaderror', failed);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      button.disabled = true;
      say('');
      stripe.confirmSetup({ elements, redirect: 'if_required', confirmParams: { return_url: location.href } }).then(end, failed);
    });
  }
}`;

/** The page on the bank's origin that holds Stripe's card field; the only one that loads anything from Stripe. */
export function cardPage(
  setup: Stripe.SetupIntent,
  { publishableKey, merchant }: { publishableKey: string; merchant: string },
  { framedBy }: Surroundings,
): Response {
  const language = languageOf(setup);
  return htmlPage({
    language,
    title: translate(language, message.title),
    framedBy,
    scripts: { files: [STRIPE_JS], sources: scripts },
    frames,
    connects,
    data: {
      key: publishableKey,
      secret: setup.client_secret ?? '',
      state: setup.status,
      locale: localeTag(language),
      unavailable: translate(language, message.unavailable),
    },
    body: html`<p>${translate(language, message.text, { merchant })}</p>
<p role="alert"></p>
<form><div id="card"></div><button class="plain go" disabled>${translate(language, message.save)}</button></form>`,
    script,
  });
}

/** Instead of the card field while Stripe does not answer; the app opens the page again at the next submission. */
export const unavailablePage = (language: Language, { framedBy }: Surroundings): Response =>
  htmlPage({
    language,
    title: translate(language, message.title),
    framedBy,
    status: 503,
    body: html`<p role="alert">${translate(language, message.unavailable)}</p>`,
  });
