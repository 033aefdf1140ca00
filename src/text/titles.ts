import type { MessageDescriptor } from '@lingui/core';
import type { Family } from '#domain/routes.ts';

type Head = { title: MessageDescriptor; description: MessageDescriptor };

/** §2: page title and description of each screen; `{product}` is the operator's name. */
export const heads: Record<Family | 'notFound', Head> = {
  login: {
    title: /*i18n*/ { id: 'Log in | {product}' },
    description: /*i18n*/ {
      id: 'Log in to your {product} account with your email address, Google, Apple or Microsoft.',
    },
  },
  login2fa: {
    title: /*i18n*/ { id: 'Enter your code | {product}' },
    description: /*i18n*/ { id: 'Enter the six-digit code that we sent to your email address.' },
  },
  recoverPassword: {
    title: /*i18n*/ { id: 'Forgot your password? | {product}' },
    description: /*i18n*/ { id: 'Request a link to choose a new password for your {product} account.' },
  },
  oneTimeLogin: {
    title: /*i18n*/ { id: 'Choose a new password | {product}' },
    description: /*i18n*/ { id: 'Choose a new password for your {product} account.' },
  },
  registration: {
    title: /*i18n*/ { id: 'Sign up | {product}' },
    description: /*i18n*/ {
      id: 'Start your 30-day free trial of {product}: a business phone number in the cloud, ready in minutes.',
    },
  },
  dashboard: {
    title: /*i18n*/ { id: 'Dashboard | {product}' },
    description: /*i18n*/ { id: 'Your {product} plan, number, team and invoices.' },
  },
  main: {
    title: /*i18n*/ { id: '{product} | Business phone service' },
    description: /*i18n*/ { id: 'Cloud phone numbers and calling for businesses, with a 30-day free trial.' },
  },
  contact: {
    title: /*i18n*/ { id: 'Contact us | {product}' },
    description: /*i18n*/ { id: 'How to contact {product}.' },
  },
  termsAndConditions: {
    title: /*i18n*/ { id: 'Terms and conditions | {product}' },
    description: /*i18n*/ { id: 'The terms and conditions of {product}.' },
  },
  privacyPolicy: {
    title: /*i18n*/ { id: 'Privacy policy | {product}' },
    description: /*i18n*/ { id: 'How {product} handles personal data.' },
  },
  ssoExternal: {
    title: /*i18n*/ { id: 'Logged in | {product}' },
    description: /*i18n*/ { id: 'You can go back to the application.' },
  },
  notFound: {
    title: /*i18n*/ { id: 'Route not found | {product}' },
    description: /*i18n*/ { id: "There's no page at this address." },
  },
};
