import { formatCardNumber } from '#domain/card.ts';
import { type CardBehaviour, testCards } from './bank/testCards.ts';
import type { Config } from './config.ts';
import { PASSWORD, seedUsers } from './seedUsers.ts';
import { areaSentinels, DISCOUNT_TOKEN, emailSentinels } from './sentinels.ts';

const cardSays: Record<CardBehaviour, string> = {
  approves: 'passes at once',
  declines: 'is declined',
  challenges: 'asks for the 3-D Secure check',
  challengesInFrame: 'the same, in a frame of a third origin',
  challengesInPages: 'the check has three pages',
  challengesInWindow: 'the check opens a window or a tab',
  challengesByDevice: 'the check takes a passkey or a payment app',
  neverAnswers: 'the check’s page never comes',
  refusesFraming: 'the check refuses to be framed',
  neverEnds: 'the check never ends',
  isDown: 'the bank is down',
  answerIsLost: 'approved, but the answer is lost',
};

const emailSays: Record<keyof typeof emailSentinels, string> = {
  mailRefused: 'mails are refused for good',
  mailLate: 'mails come late',
  sessionFails: 'logging in after sign-up fails',
  slow: 'every call of the sign-up takes eight seconds',
};

/** What a newcomer needs, printed at start; people, codes and cards in local mode only. */
export function startupBanner(config: Config): string {
  const { mode, publicUrl, smtpUrl, settings } = config;
  if (mode === 'production') return `${settings.brand.name} is ready at ${publicUrl}`;
  const digits = (local: string) => `${local}@example.com`;
  return [
    '',
    `${settings.brand.name} is ready.`,
    '',
    `  App      ${publicUrl}/login/   ${publicUrl}/signup/`,
    smtpUrl
      ? '  Mails    go to the mail server of SMTP_URL'
      : `  Inbox    ${publicUrl}/inbox   (all codes and links arrive here)`,
    `  Flows    ${publicUrl}/flows/`,
    '',
    `People (password: ${PASSWORD})`,
    ...seedUsers.map(({ email, shows }) => `  ${email.padEnd(30)} ${shows}`),
    '',
    'Cards (any later date; code 123, American Express 1234)',
    ...Object.entries(testCards).map(
      ([number, behaviour]) => `  ${formatCardNumber(number).padEnd(30)} ${cardSays[behaviour]}`,
    ),
    '',
    'Inputs that make things happen',
    ...Object.entries(emailSentinels).map(
      ([name, local]) => `  ${digits(local).padEnd(30)} ${emailSays[name as keyof typeof emailSays]}`,
    ),
    `  ${'hosted-step-1@example.com'.padEnd(30)} a hosted page after step 1 (also -2, -3)`,
    `  ${`Australia: ${areaSentinels.fails}`.padEnd(30)} the list of numbers fails`,
    `  ${`Australia: ${areaSentinels.slow}`.padEnd(30)} the list of numbers takes eight seconds`,
    `  ${`Australia: ${areaSentinels.empty}`.padEnd(30)} no number is left`,
    `  ${`/login/?discount=${DISCOUNT_TOKEN}`.padEnd(30)} a discount for owner@example.com`,
    '',
    'Every fault that can be tried is listed in server/sentinels.ts. Stop with Ctrl+C.',
    '',
  ].join('\n');
}
