import type { Settings } from '#contract/settings.ts';
import { formatTrialDate } from '#domain/calendar.ts';
import type { Currency, Language } from '#domain/constants.ts';
import { formatMoney, type Minor } from '#domain/money.ts';
import { shortened } from '#domain/plainText.ts';
import { pageAddress } from '../http/links.ts';
import { type EmailKind, type EmailTemplate, emailTemplates, linkHint, signature } from '../messages/emails.ts';
import { type MessageDescriptor, translate } from '../messages/translate.ts';
import { asHtml, type Body } from './emailHtml.ts';

/** What a mail renders. */
export type EmailContent = { kind: EmailKind; values?: EmailValues };
/** The values of a mail's texts; which ones it needs depends on its kind. */
export type EmailValues = {
  code?: string;
  /** Query parameters of the link: `token` or `invitation`. */
  link?: Record<string, string>;
  /** Remaining validity of the code; the full lifetime by default. */
  minutes?: number;
  /** ISO date, formatted in the reader's language. */
  date?: string;
  person?: string;
  users?: number;
  /** Formatted in the reader's language. */
  price?: { amount: Minor; currency: Currency };
};

/** A rendered mail. */
export type Rendered = { subject: string; text: string; html: string };

/** Renders a mail in the reader's language, as plain text and as simple HTML; every value is escaped. */
export function renderEmail(
  { kind, values = {} }: EmailContent,
  language: Language,
  { settings, publicUrl }: { settings: Settings; publicUrl: string },
): Rendered {
  const template: EmailTemplate = emailTemplates[kind];
  const { code, link, date, minutes, price, person, ...others } = values;
  const message = (line: MessageDescriptor) =>
    translate(language, line, {
      ...others,
      person: isolated(plainName(person ?? '')),
      brand: settings.brand.name,
      supportEmail: settings.brand.supportEmail,
      minutes: minutes ?? Math.max(1, Math.round(settings.codeLifeSeconds / 60)),
      date: date ? unbroken(formatTrialDate(date, language)) : '',
      price: price ? formatMoney(price.amount, price.currency, language) : '',
    });
  const button = typeof template.shows === 'object' ? template.shows : null;
  const body: Body = {
    language,
    brand: settings.brand.name,
    subject: oneLine(message(template.subject)),
    before: template.before.map(message),
    code: template.shows === 'code' ? (code ?? '') : null,
    button: button && {
      message: message(button.button),
      hint: message(linkHint),
      address: pageAddress(publicUrl, button.leadsTo, language, link),
    },
    after: template.after.map(message),
    signature: message(signature),
  };
  return { subject: body.subject, text: asText(body), html: asHtml(body) };
}

const NAME_LIMIT = 60;

/**
 * A name as a stranger may have typed it, in a mail that bears the product's name: too short for a message, and without
 * anything that mail programs turn into a link.
 */
const plainName = (name: string): string =>
  shortened(name.replaceAll('://', ' ').replace(/[.．。｡](?=[\p{L}\p{N}])/gu, '$& '), NAME_LIMIT);

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** A name that is written from right to left, between marks that keep the words around it in their order. */
const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);

/** No line of a mail ends within a date; amounts have such spaces already. */
const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0');

/** A subject is a single line, even if a name in it has line breaks. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Plain text has plain spaces, for those who search or copy it. */
const asText = ({ before, code, button, after, signature }: Body): string =>
  [...before, ...(code ? [code] : []), ...(button ? [`${button.message}: ${button.address}`] : []), ...after, signature]
    .join('\n\n')
    .replace(/[\u00a0\u202f]/g, ' ');
