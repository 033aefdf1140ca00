/**
 * §8 and §4: codes of what a flow says in the global banner. The words are chosen last, in
 * `src/text/catalogue.ts`.
 */
export const noticeCodes = [
  /** 'Two Factor Authentication nonce not found.' */
  'nonceMissing',
  /** 'Password reset token not found.' */
  'resetTokenMissing',
  /** 'API response is missing required credentials' */
  'apiMissingCredentials',
  /** '3D Secure authentication failed. Please try again.' */
  'bankCheckFailed',
  /** The person has closed the bank's frame. */
  'bankCheckCancelled',
  /** Nobody answered in the bank's frame until its time was up. */
  'bankCheckTimedOut',
  /** 'Something went wrong' */
  'somethingWrong',
  /** 'Error parsing number data' */
  'numberDataUnreadable',
  /** Restocking notice: the list of numbers was empty. */
  'restocking',
  /** 'Registration successful. Logging in...' */
  'registrationSuccessful',
  /** 'Resend code successfully' */
  'registrationCodeSent',
  /** 'Authentication code has been sent to your email address.' */
  'loginCodeSent',
  /** A new confirmation mail is on its way. */
  'confirmationSent',
  /** 'Your account is now confirmed. Please use your email address and password to login.' */
  'accountConfirmed',
  /** The session has ended; the person is asked to log in again. */
  'sessionEnded',
  /** The link of an invitation is unknown, used or too old. */
  'invitationInvalid',
  /** Nobody answered: offline, refused connection, or too late. */
  'unreachable',
  /** The service is out of order, and said how long. */
  'unavailable',
  /** The service is out of order, nobody knows how long. */
  'outOfOrder',
  /** An answer came that cannot be read; the page may be older than the server. */
  'unreadable',
  /** What was sent was not taken: the sign-up has gone on elsewhere, and is shown where it stands. */
  'registrationMoved',
  /** The browser keeps no cookies, so nobody can be logged in. */
  'cookiesNeeded',
  /** The dashboard did what was asked. */
  'invitationSent',
  'teammateRemoved',
  'usersChanged',
  'numberChanged',
  'passwordChanged',
  'secondFactorOn',
  'secondFactorOff',
  /** Off, but the service itself asks on new devices, or always. */
  'secondFactorOffKnownDevices',
  'secondFactorOffAlways',
  'trialCancelled',
  'trialResumed',
  'subscriptionCancelled',
  'subscriptionResumed',
  'sessionClosed',
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

/** A text of ours by its code, or somebody else's own words, which are shown as they are. */
export type Message = { code: NoticeCode } | { text: string };

/** One line of the global banner (§2). */
export type Notice = {
  kind: 'success' | 'error';
  message: Message;
  /** How long the server asks to wait before trying again, in seconds. */
  waitSeconds?: number;
  /** What helps where waiting does not. */
  nextStep?: 'logInAgain';
  /** AU1002: the address that a new confirmation mail can be sent to; draws the 'Click here' link. */
  resendTo?: string;
};

/** What the server says; where it says nothing, a text of ours. */
export const saidOr = (text: string | undefined, code: NoticeCode): Message => (text ? { text } : { code });

export const success = (message: Message): Notice => ({ kind: 'success', message });
export const problem = (message: Message): Notice => ({ kind: 'error', message });
