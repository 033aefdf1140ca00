import { formatCardNumber } from '#domain/card.ts';
import { pathTo } from '#domain/routes.ts';
import { type CardBehaviour, testCards } from '../bank/testCards.ts';
import { pageAddress } from '../http/links.ts';
import type { Config } from '../platform/config.ts';
import { PASSWORD, seedUsers } from './seedUsers.ts';
import { areaSentinels, DISCOUNT_TOKEN, emailSentinels } from './sentinels.ts';

const cardLines: Record<CardBehaviour, string> = {
  approves: 'approved straight away',
  declines: 'declined',
  challenges: 'opens the 3-D Secure check',
  challengesInFrame: '3-D Secure check in a frame on a third origin',
  challengesInPages: 'the check has three pages',
  challengesInWindow: 'the check opens a window or a tab',
  challengesByDevice: 'the check takes a passkey or a payment app',
  neverAnswers: '3-D Secure page never loads',
  refusesFraming: '3-D Secure page refuses to load in a frame',
  neverEnds: '3-D Secure check never finishes',
  isDown: 'bank is down',
  answerIsLost: 'approved, but the response is lost',
};

const emailLines: Record<keyof typeof emailSentinels, string> = {
  mailRefused: 'emails are rejected permanently',
  mailLate: 'emails arrive late',
  sessionFails: 'automatic login after sign-up fails',
  slow: 'every sign-up request takes 8 seconds',
};

const testCardLines = (): string[] => [
  'Test cards (any future expiry date; security code 123, American Express 1234)',
  ...Object.entries(testCards).map(
    ([number, behaviour]) => `  ${formatCardNumber(number).padEnd(30)} ${cardLines[behaviour]}`,
  ),
  '',
];

/** What a developer needs to begin, printed at start; users, codes and cards in local mode only. */
export function startupBanner(config: Config): string {
  const { mode, publicUrl, smtpUrl, settings } = config;
  if (mode === 'production') return `${settings.brand.name} is ready at ${publicUrl}`;
  const address = (local: string) => `${local}@example.com`;
  return [
    '',
    `${settings.brand.name} is ready.`,
    '',
    `  App      ${pageAddress(publicUrl, 'login', 'en')}   ${pageAddress(publicUrl, 'registration', 'en')}`,
    smtpUrl
      ? '  Emails   are sent through SMTP_URL'
      : `  Inbox    ${publicUrl}/inbox   (every code and link arrives here)`,
    `  Flows    ${publicUrl}/flows/`,
    '',
    `Accounts (password: ${PASSWORD})`,
    ...seedUsers.map(({ email, shows }) => `  ${email.padEnd(30)} ${shows}`),
    '',
    ...(config.bank === 'test' ? testCardLines() : []),
    'Inputs that trigger faults and special cases',
    ...Object.entries(emailSentinels).map(
      ([name, local]) => `  ${address(local).padEnd(30)} ${emailLines[name as keyof typeof emailLines]}`,
    ),
    `  ${'hosted-step-1@example.com'.padEnd(30)} shows a hosted page after step 1 (also -2, -3)`,
    `  ${`Australia: ${areaSentinels.fails}`.padEnd(30)} number list fails to load`,
    `  ${`Australia: ${areaSentinels.slow}`.padEnd(30)} number list takes 8 seconds`,
    `  ${`Australia: ${areaSentinels.empty}`.padEnd(30)} no numbers left`,
    `  ${`${pathTo('login', 'en')}?discount=${DISCOUNT_TOKEN}`.padEnd(30)} applies a discount to owner@example.com`,
    '',
    'All faults you can trigger are listed in server/local/sentinels.ts. Press Ctrl+C to stop.',
    '',
  ].join('\n');
}
