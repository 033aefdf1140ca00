import { asciiEmail } from '#domain/email.ts';

/** An address as accounts are found by it and mail is sent to it: without case and space around it, in punycode. */
export const emailKey = (email: string): string => asciiEmail(email.trim().normalize('NFC')).toLowerCase();
