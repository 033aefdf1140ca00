import type { MessageDescriptor } from '@lingui/core';
import { addNotices, type LaterNotice } from './catalogue.ts';

/** §4 and §8: messages in the banner of the later steps of a sign-up and of the dashboard; loaded with their texts. */
const laterNotices: Record<LaterNotice, MessageDescriptor> = {
  bankCheckFailed: /*i18n*/ { id: '3D Secure authentication failed. Please try again.' },
  bankCheckCancelled: /*i18n*/ {
    id: 'You closed the bank check. Nothing has been charged. To start your trial, check your card details and enter the security code again.',
  },
  cardPageClosed: /*i18n*/ {
    id: 'You closed the card page. Nothing has been charged. To start your trial, continue to the bank again.',
  },
  bankCheckTimedOut: /*i18n*/ {
    id: 'The bank check timed out. Nothing has been charged. Try again.',
  },
  signUpNotFollowed: /*i18n*/ { id: "We couldn't continue your sign-up. Enter your password and try again." },
  numberDataUnreadable: /*i18n*/ { id: 'Error parsing number data' },
  restocking: /*i18n*/ {
    id: 'Numbers for the chosen location and type are being restocked due to high demand. We suggest the next best number; you can change it in the dashboard after signup.',
  },
  registrationSuccessful: /*i18n*/ { id: 'Registration successful. Logging in...' },
  registrationCodeSent: /*i18n*/ { id: 'Resend code successfully' },
  sessionEnded: /*i18n*/ { id: 'Your session has ended. Log in again to continue.' },
  loggedOutHere: /*i18n*/ {
    id: "You're logged out in this browser. We couldn't connect, though, so this device may still be listed as logged in. You can log it out the next time you log in.",
  },
  registrationMoved: /*i18n*/ {
    id: "You've continued this sign-up in another tab or window, so we didn't save this change. This is the latest version.",
  },
  invitationSent: /*i18n*/ { id: 'Invitation sent.' },
  usersChanged: /*i18n*/ { id: 'The number of users has been changed.' },
  teammateRemoved: /*i18n*/ { id: 'The person has been removed from your team.' },
  numberChanged: /*i18n*/ { id: 'Your number has been changed.' },
  secondFactorOn: /*i18n*/ { id: 'Login codes are now on.' },
  secondFactorOff: /*i18n*/ { id: 'Login codes are now off.' },
  secondFactorOffKnownDevices: /*i18n*/ {
    id: 'Login codes are now off. We still email you one when you log in on a new device.',
  },
  secondFactorOffAlways: /*i18n*/ { id: 'Login codes are now off, but every login still asks for one.' },
  trialCancelled: /*i18n*/ { id: "Your trial has been cancelled. You won't be charged." },
  trialResumed: /*i18n*/ { id: "You've undone the cancellation. Your trial continues." },
  subscriptionCancelled: /*i18n*/ {
    id: "Your subscription has been cancelled. It ends with the period you've paid for.",
  },
  subscriptionResumed: /*i18n*/ { id: "You've undone the cancellation. Your subscription continues." },
  sessionClosed: /*i18n*/ { id: 'That device has been logged out.' },
  otherSessionsClosed: /*i18n*/ { id: 'All other devices have been logged out.' },
};

addNotices(laterNotices);
