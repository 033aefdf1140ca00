import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'A phone number for your business, ready today',
    parts: [
      {
        text: [
          '{product} is a business phone service in the cloud. Choose a number, add your team, and take calls wherever you work.',
        ],
      },
      {
        heading: 'Try it for 30 days',
        text: [
          'The trial is 100% free. Nothing is charged until it ends, and you can cancel at any time in the dashboard.',
        ],
      },
      {
        heading: 'Two plans',
        list: [
          'Pay as you go: suited to inbound calls, with a rate per minute for outbound calls.',
          '2K Bundle: includes a number and 2000 minutes per user per month.',
        ],
      },
      {
        heading: 'Know how your calls go',
        text: [
          'With the CX add-on you get call summaries, experience scores, full transcripts and recordings that are kept for 5 years.',
        ],
      },
    ],
  },
  contact: {
    title: 'Contact us',
    parts: [
      { text: ['Write to {support}. Tell us the email address of your account and what happened.'] },
      {
        heading: 'What we never ask for',
        text: ['Your password, a code from an email, or your card number. Do not send them to anybody.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Terms and conditions',
    parts: [
      { text: ['This is a sample text. The operator of {product} replaces it with the terms that apply.'] },
      {
        heading: 'The trial',
        text: [
          'The trial is free for 30 days. You can cancel at any time before it ends; then nothing is charged.',
          'The first charge falls on the day the trial ends. It is prorated from that day.',
        ],
      },
      {
        heading: 'Prices and payment',
        text: [
          'You pay a monthly fee per user and, on the plan Pay as you go, a monthly fee and a one-off setup fee for the number.',
          'Taxes and fees are added according to your location. You authorise us to charge your card for future payments.',
        ],
      },
      {
        heading: 'Add-ons',
        text: [
          'Add-ons are free during the trial. Those that are assigned when it ends are billed from the first invoice.',
        ],
      },
      { heading: 'Questions', text: ['Write to {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Privacy policy',
    parts: [
      { text: ['This is a sample text. The operator of {product} replaces it with the policy that applies.'] },
      {
        heading: 'What we keep',
        list: [
          'Your name, email address and, if you give them, the details of your company.',
          'Your plan, number, team and invoices.',
          'Of your card: its brand, its last four digits and its expiry date. Card number and security code are not stored.',
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Essential cookies keep you logged in and remember this device. Analytics and marketing are used only if you agree, and you can change your mind at any time under “Cookie settings”.',
        ],
      },
      {
        heading: 'Your rights',
        text: ['You can ask what we know about you, have it corrected or have it deleted. Write to {support}.'],
      },
    ],
  },
};
