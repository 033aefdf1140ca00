import type { MessageDescriptor } from './translate.ts';

/** For a browser that sends more cookies than the server accepts. */
export const tooManyCookies = {
  title: /*i18n*/ { id: 'Too many cookies' },
  advice: /*i18n*/ {
    id: "Your browser sent more cookies than this site can read. Delete this site's cookies in your browser settings, then load the page again.",
  },
} as const satisfies Record<string, MessageDescriptor>;

/** For a request whose address and headers are longer than the server reads, whichever of them it is. */
export const requestTooLong = {
  title: /*i18n*/ { id: 'Request too long' },
  advice: /*i18n*/ {
    id: 'This request is longer than this site can read. Use a shorter address, then try again.',
  },
} as const satisfies Record<string, MessageDescriptor>;

/** For a client that sends no valid request. */
export const UNREADABLE = 'This request could not be read.';
