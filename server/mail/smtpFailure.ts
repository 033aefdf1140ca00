/*
 * Why a mail could not be delivered, and who has to act (RFC 5321, RFC 3463). A rejection that is not clearly about the
 * recipient counts as ours: giving up too early loses a mail, retrying never does.
 */

/** Nodemailer's description of a failure: the rejected command and the server's reply. */
export type SmtpError = {
  code?: string;
  /** The system's error code, such as ECONNREFUSED. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

/**
 * `recipient`: permanently rejected. `later`: the server asks for a retry. `ours`: sender, credentials, network,
 * set-up.
 */
export type FailureSide = 'recipient' | 'later' | 'ours';

/** Subject and detail of enhanced status codes about the recipient's mailbox: unknown, moved, closed, full. */
const mailboxDetails: ReadonlySet<string> = new Set('1.1 1.2 1.3 1.6 1.10 2.1 2.2 7.17 7.18'.split(' '));
/** The sender's address is wrong, or its domain is unknown. */
const senderDetails: ReadonlySet<string> = new Set(['1.7', '1.8']);
/** Unspecific details, including a missing enhanced code; Exchange rejects unknown recipients with 5.4.1. */
const vagueDetails: ReadonlySet<string> = new Set(['', '0.0', '1.0', '2.0', '4.0', '4.1', '5.0']);
/** Reply codes to RCPT TO that are about the mailbox or its domain if there is no enhanced code. */
const mailboxCodes: ReadonlySet<number> = new Set([550, 551, 556]);

const ofSender =
  /\b(sender|from\b|relay|spf|dkim|dmarc|black ?list|block|dnsbl|rbl|spam|reputation|policy|authenti|helo|ehlo|client host|your (ip|host|server|domain)|ptr\b|reverse|tls\b|size)/i;
const ofMailbox =
  /recipient|no such|(user|mailbox|account|address) .*(unknown|unavailable|disabled|inactive|not found|full)|unknown (user|mailbox|account|address)|does(n't| not) (exist|have)|over ?quota|storage/i;

/** Classifies a failure; `sender` is our own address as mail servers have it, which a reply about the sender quotes. */
export function sideOf(error: SmtpError, sender: string): FailureSide {
  const { command = '', responseCode = 0, response = '' } = error;
  if (!['MAIL FROM', 'RCPT TO', 'DATA'].includes(command) || responseCode < 400) return 'ours';
  const detail = detailOf(response);
  if (senderDetails.has(detail)) return 'ours';
  if (responseCode < 500) return 'later';
  if (command === 'MAIL FROM') return 'ours';
  if (mailboxDetails.has(detail)) return 'recipient';
  // After DATA, a rejection that names no mailbox is about the content.
  if (command === 'DATA' || !vagueDetails.has(detail)) return 'ours';
  // A quoted address may contain any word.
  const message = response.replace(/<[^>]*>/g, '');
  if (ofSender.test(message) || response.toLowerCase().includes(sender.toLowerCase())) return 'ours';
  return ofMailbox.test(message) || (detail === '' && mailboxCodes.has(responseCode)) ? 'recipient' : 'ours';
}

/** '1.8' of '553 5.1.8 …', or of qmail's '553 … (#5.1.8)'; empty without an enhanced status code. */
const detailOf = (response: string): string =>
  /^\d{3}[ -][45]\.(\d{1,3}\.\d{1,3})(?![.\d])/.exec(response)?.[1] ??
  /#[45]\.(\d{1,3}\.\d{1,3})/.exec(response)?.[1] ??
  '';

/** The failure for log and operator: codes and the command. The server's text may repeat the mail. */
export function reasonOf({ code = 'ERROR', originalCode, command, responseCode, response = '' }: SmtpError): string {
  const detail = detailOf(response);
  const enhanced = detail && ` ${String(responseCode).charAt(0)}.${detail}`;
  const what = responseCode ? `${responseCode}${enhanced}` : (originalCode ?? code);
  return command ? `${what} at ${command}` : what;
}
