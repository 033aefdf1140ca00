import { asciiEmail } from '#domain/email.ts';

/** The normalised form of an address, for lookups and as the mail recipient: trimmed, lower case, punycode. */
export const emailKey = (email: string): string => asciiEmail(email.trim().normalize('NFC')).toLowerCase();
