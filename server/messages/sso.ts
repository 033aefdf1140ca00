import type { SsoProvider } from '#domain/constants.ts';

/** What a visitor reads when single sign-on led back; `{provider}` is its name. Never the provider's own words. */
export const ssoMessages = {
  refused: /*i18n*/ { id: 'You stopped signing in with {provider}. Please choose how to go on.' },
  away: /*i18n*/ {
    id: '{provider} does not answer right now. Please try again later, or use your email address and password.',
  },
  over: /*i18n*/ { id: 'Signing in with {provider} took too long or was done already. Please start again.' },
  notOffered: /*i18n*/ { id: "This way of logging in isn't available. Choose another one." },
  failed: /*i18n*/ { id: 'Signing in with {provider} did not work. Please try again.' },
  noEmail: /*i18n*/ {
    id: '{provider} did not share your email address, which an account needs. Please sign up with your email address.',
  },
  notVerified: /*i18n*/ {
    id: "{provider} hasn't verified your email address. Choose a password here to join the team.",
  },
  otherAddress: /*i18n*/ {
    id: 'This invitation is for a different email address. Choose that one at {provider}, or choose a password here.',
  },
};

export const providerNames: Record<SsoProvider, string> = { google: 'Google', apple: 'Apple', azure: 'Microsoft' };
