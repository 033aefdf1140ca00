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
          "The trial is 100% free. You won't be charged until it ends, and you can cancel any time in your dashboard.",
        ],
      },
      {
        heading: 'Two plans',
        list: [
          'Pay as you go: suited to inbound calls, with a per-minute rate for outbound calls.',
          '2K Bundle: includes a number and 2,000 minutes per user per month.',
        ],
      },
      {
        heading: 'See how your calls are going',
        text: [
          'The CX add-on gives you call summaries, customer experience scores, full transcripts and recordings kept for 5 years.',
        ],
      },
    ],
  },
  contact: {
    title: 'Contact us',
    parts: [
      { text: ["Email {support}. Tell us your account's email address and what happened."] },
      {
        heading: "What we'll never ask for",
        text: ["Your password, a code from an email, or your card number. Don't share them with anyone."],
      },
    ],
  },
  termsAndConditions: {
    title: 'Terms and conditions',
    parts: [
      { text: ['This is sample text. The operator of {product} replaces it with the real terms.'] },
      {
        heading: 'The trial',
        text: [
          "The trial is free for 30 days. If you cancel before it ends, you won't be charged.",
          'Your first charge is due on the day the trial ends and is prorated from that day.',
        ],
      },
      {
        heading: 'Prices and payment',
        text: [
          'You pay a monthly fee per user. On the Pay as you go plan, you also pay a monthly fee and a one-off setup fee for the number.',
          'Taxes and fees are added according to your location. You authorise us to charge your card for future payments.',
        ],
      },
      {
        heading: 'Add-ons',
        text: ['Add-ons are free during the trial. Any assigned when it ends are billed from the first invoice.'],
      },
      { heading: 'Questions', text: ['Email {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Privacy policy',
    parts: [
      { text: ['This is sample text. The operator of {product} replaces it with the real policy.'] },
      {
        heading: 'What we keep',
        list: [
          'Your name, email address and, if you provide them, your company details.',
          'Your plan, number, team and invoices.',
          "Your card's brand, last four digits and expiry date. We don't store the card number or security code.",
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Essential cookies keep you logged in and remember this device. We use analytics and marketing cookies only if you agree, and you can change your mind any time under “Cookie settings”.',
        ],
      },
      {
        heading: 'Your rights',
        text: ['You can ask what data we hold about you, and have it corrected or deleted. Email {support}.'],
      },
    ],
  },
};
