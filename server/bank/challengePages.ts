import { html } from 'hono/html';
import { BANK_MESSAGE } from '#contract/bankMessage.ts';
import { htmlPage } from '../http/htmlPage.ts';
import { translate } from '../messages/translate.ts';
import { questionPage, type Surroundings } from './checkPages.ts';
import type { Check } from './testBank.ts';

/* Challenges that real banks use besides a simple question: several pages, a separate window, the visitor's device. */

const message = {
  page: /*i18n*/ { id: 'Page {page} of 3' },
  pages: /*i18n*/ { id: 'With this test card, the bank asks on three pages, one after the other.' },
  continue: /*i18n*/ { id: 'Continue' },
  window: /*i18n*/ { id: 'Confirm in another window' },
  windowText: /*i18n*/ {
    id: 'With this test card, the bank asks in a window of its own. Come back here when you have answered there.',
  },
  openWindow: /*i18n*/ { id: 'Open a window' },
  openTab: /*i18n*/ { id: 'Open a new tab' },
  answered: /*i18n*/ { id: 'I have answered' },
  passkey: /*i18n*/ { id: 'Confirm with a passkey' },
  paymentApp: /*i18n*/ { id: 'Confirm with a payment app' },
};

/** One of the pages before the question. */
export const stepPage = ({ language }: Check, page: number, { framedBy }: Surroundings): Response =>
  htmlPage({
    language,
    title: translate(language, message.page, { page }),
    framedBy,
    body: html`<p>${translate(language, message.pages)}</p>
<form><input type="hidden" name="page" value="${page + 1}"><button class="plain go">${translate(language, message.continue)}</button></form>`,
  });

/** Opens the question in a window (by script) or in a tab (by a link); the visitor has to come back without help. */
export const windowPage = ({ language }: Check, address: string, { framedBy }: Surroundings): Response =>
  htmlPage({
    language,
    title: translate(language, message.window),
    framedBy,
    body: html`<p>${translate(language, message.windowText)}</p>
<form>
<button type="button" class="plain go">${translate(language, message.openWindow)}</button>
<a href="${address}" target="_blank" rel="noopener">${translate(language, message.openTab)}</a>
<button class="plain">${translate(language, message.answered)}</button>
</form>`,
    data: { address },
    script: `document.querySelector('[type=button]').addEventListener('click', () => {
  const opened = open(document.body.dataset.address, '_blank', 'popup,width=480,height=640');
  addEventListener('message', ({ source, data }) => {
    if (source === opened && data === '${BANK_MESSAGE}') location.replace(location.href);
  });
});`,
  });

/**
 * The question with two more ways to approve, a passkey or a payment app, where the browser allows them in this frame.
 */
export const devicePage = (check: Check, merchant: string, around: Surroundings): Response =>
  questionPage(check, merchant, around, {
    answers: html`<button type="button" class="plain" id="passkey">${translate(check.language, message.passkey)}</button>
<button type="button" class="plain" id="payment">${translate(check.language, message.paymentApp)}</button>
<p role="status"></p>`,
    script: `const answer = (id, ask) => document.getElementById(id).addEventListener('click', async () => {
  try {
    await ask();
    document.querySelector('[value=approved]').click();
  } catch ({ name, message }) {
    document.querySelector('[role=status]').textContent = name + ': ' + message;
  }
});
answer('passkey', () => navigator.credentials.get({ publicKey: { challenge: crypto.getRandomValues(new Uint8Array(32)) } }));
answer('payment', () => new PaymentRequest([{ supportedMethods: location.origin + '/pay' }], {
  total: { label: document.title, amount: { currency: 'EUR', value: '0.00' } },
}).show());`,
  });
