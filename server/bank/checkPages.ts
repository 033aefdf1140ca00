import { html } from 'hono/html';
import { BANK_MESSAGE } from '#contract/bankMessage.ts';
import type { Language } from '#domain/constants.ts';
import { intlTag } from '#domain/locale.ts';
import { htmlPage, type Markup } from '../http/htmlPage.ts';
import { translate } from '../messages/translate.ts';
import type { Check } from './testBank.ts';

/**
 * The surroundings of a bank page: who may frame it, and which origin is notified at its end (the parent page or the
 * opener).
 */
export type Surroundings = { framedBy: readonly string[]; target: string; isWindow?: true };

const notifyParent = `parent.postMessage('${BANK_MESSAGE}', document.body.dataset.target);`;
const notifyOpener = `opener?.postMessage('${BANK_MESSAGE}', document.body.dataset.target);`;

const message = {
  title: /*i18n*/ { id: "Confirm it's you" },
  question: /*i18n*/ { id: "{merchant} wants to save your card for future payments. You won't be charged now." },
  merchant: /*i18n*/ { id: 'Merchant' },
  amount: /*i18n*/ { id: 'Amount' },
  card: /*i18n*/ { id: 'Card' },
  approve: /*i18n*/ { id: 'Approve' },
  decline: /*i18n*/ { id: 'Decline' },
  cancel: /*i18n*/ { id: 'Cancel' },
  testBank: /*i18n*/ { id: 'This is a test bank. No real payments are made.' },
  waiting: /*i18n*/ { id: 'Waiting for your bank' },
  waitingText: /*i18n*/ { id: 'With this test card, the bank check never finishes. Close this window to continue.' },
  done: /*i18n*/ { id: 'Bank check complete' },
  over: /*i18n*/ { id: 'This bank check has already ended' },
  goBack: /*i18n*/ { id: 'You can go back to your sign-up.' },
  unknown: /*i18n*/ { id: "We couldn't find this bank check" },
  notice: /*i18n*/ { id: 'One more thing' },
  noticeText: /*i18n*/ { id: 'This page comes from another service. Continue to go back to your sign-up.' },
  continue: /*i18n*/ { id: 'Continue' },
};

/** The question: merchant, amount 0.00 and the masked card; Approve, Decline, Cancel and the further answers. */
export function questionPage(
  check: Check,
  merchant: string,
  { framedBy }: Surroundings,
  { answers, script }: { answers?: Markup; script?: string } = {},
): Response {
  const { language } = check;
  const nothing = new Intl.NumberFormat(intlTag(language), { minimumFractionDigits: 2 }).format(0);
  return htmlPage({
    language,
    title: translate(language, message.title),
    framedBy,
    body: html`<p>${translate(language, message.question, { merchant })}</p>
<dl>
<div><dt>${translate(language, message.merchant)}</dt><dd>${merchant}</dd></div>
<div><dt>${translate(language, message.amount)}</dt><dd>${nothing}</dd></div>
${check.maskedCard ? html`<div><dt>${translate(language, message.card)}</dt><dd>${check.maskedCard}</dd></div>` : ''}
</dl>
<form method="post">
<button class="plain go" name="result" value="approved">${translate(language, message.approve)}</button>
<button class="plain" name="result" value="declined">${translate(language, message.decline)}</button>
<button class="plain" name="result" value="cancelled">${translate(language, message.cancel)}</button>
${answers ?? ''}
</form>
<p><small>${translate(language, message.testBank)}</small></p>`,
    // The script looks up the payment app at the app's own address.
    ...(script && { script, connects: ["'self'"] }),
  });
}

/** A check that never ends. */
export const waitPage = ({ language }: Check, { framedBy }: Surroundings): Response =>
  htmlPage({
    language,
    title: translate(language, message.waiting),
    framedBy,
    body: html`<p>${translate(language, message.waitingText)}</p>`,
  });

/** After the end: notifies the parent page. A check that was already over responds with 410 and notifies it as well. */
export const donePage = (
  { language, isOver }: Pick<Check, 'language' | 'isOver'>,
  { framedBy, target, isWindow }: Surroundings,
): Response =>
  htmlPage({
    language,
    title: translate(language, isOver ? message.over : message.done),
    framedBy,
    status: isOver ? 410 : 200,
    body: html`<p>${translate(language, message.goBack)}</p>`,
    data: { target },
    script: isWindow ? notifyOpener : notifyParent,
  });

/** The page for a check that does not exist. */
export const unknownPage = (language: Language, framedBy: readonly string[]): Response =>
  htmlPage({
    language,
    title: translate(language, message.unknown),
    framedBy,
    status: 404,
    body: html`<p>${translate(language, message.goBack)}</p>`,
  });

/** Frames the bank's page on its own origin and forwards its completion message. */
export const framingPage = ({ language }: Check, address: string, { framedBy, target }: Surroundings): Response => {
  const { origin } = new URL(address);
  return htmlPage({
    language,
    title: translate(language, message.title),
    framedBy,
    isTitleHidden: true,
    frames: [origin],
    body: html`<iframe src="${address}" title="${translate(language, message.title)}" allow="payment; publickey-credentials-get"></iframe>`,
    data: { target, inner: origin },
    script: `addEventListener('message', ({ source, origin, data }) => {
  const isInner = source === document.querySelector('iframe').contentWindow && origin === document.body.dataset.inner;
  if (isInner && data === '${BANK_MESSAGE}') ${notifyParent}
});`,
  });
};

/** A hosted page between two steps; posts the same message when the visitor continues. */
export const noticePage = (language: Language, { framedBy, target }: Surroundings): Response =>
  htmlPage({
    language,
    title: translate(language, message.notice),
    framedBy,
    body: html`<p>${translate(language, message.noticeText)}</p>
<form><button type="button" class="plain go">${translate(language, message.continue)}</button></form>`,
    data: { target },
    script: `document.querySelector('button').addEventListener('click', () => { ${notifyParent} });`,
  });
