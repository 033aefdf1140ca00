/** §8 and §4: codes of the notices in the global banner. `src/text/catalogue.ts` maps them to text. */
export const noticeCodes = [
  /** 'Two Factor Authentication nonce not found.' */
  'nonceMissing',
  /** 'Password reset token not found.' */
  'resetTokenMissing',
  /** 'API response is missing required credentials' */
  'apiMissingCredentials',
  /** '3D Secure authentication failed. Please try again.' */
  'bankCheckFailed',
  /** The person closed the bank's frame. */
  'bankCheckCancelled',
  'cardPageClosed',
  /** The time for the bank's frame ran out. */
  'bankCheckTimedOut',
  /** 'Something went wrong' */
  'somethingWrong',
  /** 'Error parsing number data' */
  'numberDataUnreadable',
  /** A hosted page of the first step has ended, and no token names the registration. */
  'signUpNotFollowed',
  /** Restocking notice: the list of numbers was empty. */
  'restocking',
  /** 'Registration successful. Logging in...' */
  'registrationSuccessful',
  /** 'Resend code successfully' */
  'registrationCodeSent',
  /** 'Authentication code has been sent to your email address.' */
  'loginCodeSent',
  /** A new confirmation mail was sent. */
  'confirmationSent',
  /** 'Your account is now confirmed. Please use your email address and password to login.' */
  'accountConfirmed',
  /** The session has ended; the person is asked to log in again. */
  'sessionEnded',
  /** Logged out in this browser only: the server has not confirmed that the session has ended. */
  'loggedOutHere',
  /** The link of an invitation is unknown, used or expired. */
  'invitationInvalid',
  /** No answer: offline, connection refused, or timed out. */
  'unreachable',
  /** The service is unavailable, and a gateway stated for how long. */
  'unavailable',
  /** The service is unavailable for an unknown time. */
  'outOfOrder',
  /** The answer could not be read; the page may be older than the server. */
  'unreadable',
  /** The input was not saved: the sign-up has advanced elsewhere, and its current step is shown. */
  'registrationMoved',
  /** The browser accepts no cookies, so login is impossible. */
  'cookiesNeeded',
  /** Confirmations of actions in the dashboard. */
  'invitationSent',
  'teammateRemoved',
  'usersChanged',
  'numberChanged',
  'passwordChanged',
  'secondFactorOn',
  'secondFactorOff',
  /** Off, but the service's policy still requires a code on new devices, or always. */
  'secondFactorOffKnownDevices',
  'secondFactorOffAlways',
  'trialCancelled',
  'trialResumed',
  'subscriptionCancelled',
  'subscriptionResumed',
  'sessionClosed',
  'otherSessionsClosed',
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

/** A text of ours by its code, or a text from elsewhere, which is shown verbatim. */
export type Message = { code: NoticeCode } | { text: string };

/** One line of the global banner (§2). */
export type Notice = {
  kind: 'success' | 'error';
  message: Message;
  /** How long the server requires to wait before another attempt, in seconds. */
  waitSeconds?: number;
  /** The remedy if waiting does not help. */
  nextStep?: 'logInAgain';
  /** AU1002: the address for a new confirmation mail; renders the 'Click here' link. */
  resendTo?: string;
};

/** The server's text, or ours if it is empty. */
export const textOr = (text: string | undefined, code: NoticeCode): Message => (text ? { text } : { code });

/** A notice that something succeeded. */
export const success = (message: Message): Notice => ({ kind: 'success', message });
/** A notice that something failed. */
export const problem = (message: Message): Notice => ({ kind: 'error', message });
