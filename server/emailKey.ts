/** An address as accounts are found by it: without case and space around it. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();
