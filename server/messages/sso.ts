/** Messages after a failed single sign-on; `{provider}` is its name. The provider's own text is never shown. */
export const ssoMessages = {
  refused: /*i18n*/ { id: 'You cancelled the {provider} login. Choose how to continue.' },
  away: /*i18n*/ {
    id: "We can't reach {provider} right now. Try again later, or use your email address and password.",
  },
  over: /*i18n*/ { id: 'Your {provider} login timed out or was already used. Start again.' },
  notOffered: /*i18n*/ { id: "This way of logging in isn't available. Choose another one." },
  failed: /*i18n*/ { id: "Your {provider} login didn't work. Try again." },
  noEmail: /*i18n*/ {
    id: "{provider} didn't share your email address, and your account needs one. Sign up with your email address instead.",
  },
  notVerified: /*i18n*/ {
    id: "{provider} hasn't verified your email address. Choose a password here to join the team.",
  },
  otherAddress: /*i18n*/ {
    id: 'This invitation is for a different email address. Choose that one at {provider}, or choose a password here.',
  },
};
