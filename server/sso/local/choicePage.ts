import { html } from 'hono/html';
import type { Language } from '#domain/constants.ts';
import { htmlPage } from '../../http/htmlPage.ts';
import { translate } from '../../messages/translate.ts';
import type { Sample } from './samples.ts';

const message = {
  title: /*i18n*/ { id: 'Choose your {provider} account' },
  standIn: /*i18n*/ { id: 'This page stands in for {provider}. Nothing leaves this computer.' },
  someoneElse: /*i18n*/ { id: 'Someone else' },
  firstName: /*i18n*/ { id: 'First name' },
  lastName: /*i18n*/ { id: 'Last name' },
  email: /*i18n*/ { id: 'Email address' },
  isVerified: /*i18n*/ { id: 'The provider has verified the email address' },
  hasSecondFactor: /*i18n*/ { id: 'The provider has checked a second factor' },
  continue: /*i18n*/ { id: 'Continue' },
  reject: /*i18n*/ { id: 'Cancel' },
};

/** The account choice of a local provider: sample users, any other person by form, and cancellation. */
export function choicePage(
  language: Language,
  provider: string,
  samples: readonly Sample[],
  returnsTo: readonly string[],
): Response {
  const tick = (name: 'isVerified' | 'hasSecondFactor', checked: boolean) =>
    html`<label class="tick"><input type="checkbox" name="${name}"${checked && html` checked`}><span>${translate(language, message[name])}</span></label>`;
  const field = (name: 'firstName' | 'lastName' | 'email', type: string) =>
    html`<label>${translate(language, message[name])}<input name="${name}" type="${type}" autocomplete="off" required></label>`;
  return htmlPage({
    language,
    title: translate(language, message.title, { provider }),
    formsTo: returnsTo,
    body: html`<p>${translate(language, message.standIn, { provider })}</p>
<form method="post">
${samples.map(
  ({ key, person, description }) =>
    html`<button name="sample" value="${key}"><strong>${person.firstName} ${person.lastName}</strong>
<small>${person.email}</small><small>${translate(language, description)}</small></button>`,
)}
</form>
<h2>${translate(language, message.someoneElse)}</h2>
<form method="post">
${field('firstName', 'text')}
${field('lastName', 'text')}
${field('email', 'email')}
${tick('isVerified', true)}
${tick('hasSecondFactor', false)}
<button class="plain go" name="sample" value="else">${translate(language, message.continue)}</button>
</form>
<form method="post"><button class="plain" name="sample" value="refuse">${translate(language, message.reject)}</button></form>`,
  });
}
