import { describe, expect, it } from 'vitest';
import { reasonOf, sideOf } from '#server/mail/smtpFailure.ts';

const SENDER = 'support@ringwell.example';
const reply = (command: string, response: string) => ({
  code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

describe('whether a rejection is caused by our side or by the recipient', () => {
  it.each([
    // The recipient's own: final.
    ['RCPT TO', '550 no such user here', 'recipient'],
    ['RCPT TO', '550 told so', 'recipient'],
    ['RCPT TO', '550 Requested action not taken: mailbox unavailable', 'recipient'],
    ['RCPT TO', '550-5.1.1 The email account that you tried to reach\n550 5.1.1 does not exist', 'recipient'],
    ['RCPT TO', '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown', 'recipient'],
    ['RCPT TO', '550 5.1.2 Bad destination system', 'recipient'],
    ['RCPT TO', '553 5.1.3 The recipient address is not a valid address', 'recipient'],
    ['RCPT TO', '551 5.1.6 User has moved', 'recipient'],
    ['RCPT TO', '550 5.1.10 Recipient domain has a null MX', 'recipient'],
    ['RCPT TO', '556 domain does not accept mail', 'recipient'],
    ['RCPT TO', '550 5.2.1 The account is disabled', 'recipient'],
    ['RCPT TO', '552 5.2.2 The mailbox is full', 'recipient'],
    ['RCPT TO', '552 Requested mail action aborted: exceeded storage allocation', 'recipient'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied', 'recipient'],
    ['RCPT TO', '550 5.5.0 Requested action not taken: mailbox unavailable', 'recipient'],
    ['RCPT TO', '550 5.7.17 Mailbox owner has changed', 'recipient'],
    ['RCPT TO', '553 sorry, no such mailbox here (#5.1.1)', 'recipient'],
    ['RCPT TO', '554 delivery error: this user does not have an account', 'recipient'],
    ['RCPT TO', '550 <spam.from.sender@example.com> unknown user', 'recipient'],
    ['DATA', '550 5.1.1 User unknown', 'recipient'],
    ['DATA', '552 5.2.2 Over quota', 'recipient'],

    ['RCPT TO', '500 5.1.1 unknown', 'recipient'],

    // The server asks to come back: greylisting, a busy or a full mailbox.
    ['RCPT TO', '450 4.2.0 Greylisted, see http://postgrey.example', 'later'],
    ['RCPT TO', '451 4.7.1 Greylisting in action', 'later'],
    ['RCPT TO', '452 4.2.2 The mailbox is full', 'later'],
    ['RCPT TO', '400 come back', 'later'],
    ['RCPT TO', '499 come back', 'later'],
    ['MAIL FROM', '421 4.7.0 Try again later', 'later'],
    ['DATA', '451 4.3.0 Temporary failure', 'later'],

    // Ours: sender, reputation, rights, size, content.
    ['MAIL FROM', '553 told so', 'ours'],
    ['MAIL FROM', '550 5.1.1 no such user', 'ours'],
    ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'ours'],
    ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first', 'ours'],
    ['MAIL FROM', '550 5.7.1 Client was not authenticated', 'ours'],
    ['MAIL FROM', '451 4.1.8 Domain of sender address does not resolve', 'ours'],
    ['RCPT TO', '553 5.1.8 <support@ringwell.example>: Sender address rejected: Domain not found', 'ours'],
    ['RCPT TO', '553 5.7.1 <support@ringwell.example>: Sender address rejected: not owned by user', 'ours'],
    ['RCPT TO', '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)', 'ours'],
    ['RCPT TO', '553 sender refused', 'ours'],
    ['RCPT TO', '553 <Support@Ringwell.example> not allowed here', 'ours'],
    ['RCPT TO', '553 told so', 'ours'],
    ['RCPT TO', '550 5.0.0 told so', 'ours'],
    ['RCPT TO', '550 SUPPORT@ringwell.example may not', 'ours'],
    ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'ours'],
    ['RCPT TO', '550 5.7.1 Relaying denied', 'ours'],
    ['RCPT TO', '550 relay not permitted', 'ours'],
    ['RCPT TO', '550 5.7.23 SPF validation failed', 'ours'],
    ['RCPT TO', '550 5.7.25 no reverse DNS', 'ours'],
    ['RCPT TO', '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked using a list', 'ours'],
    ['RCPT TO', '554 5.7.1 <ann@example.com>: Recipient address rejected: Access denied', 'ours'],
    ['RCPT TO', '550 Sender verify failed', 'ours'],
    ['RCPT TO', '552 5.3.4 Message too big for system', 'ours'],
    ['RCPT TO', '552 message size exceeds the limit', 'ours'],
    ['RCPT TO', '503 5.5.1 Need MAIL command', 'ours'],
    ['RCPT TO', '550 5.6.7 Non-ASCII addresses are not permitted', 'ours'],
    ['DATA', '554 told so', 'ours'],
    ['DATA', '554 5.7.1 Message refused as spam', 'ours'],
    ['DATA', '550 5.7.26 Unauthenticated mail from ringwell.example is not accepted (DMARC)', 'ours'],
    ['DATA', '552 5.3.4 Message too big', 'ours'],
    ['DATA', '550 content rejected', 'ours'],
  ])('%s answered with %s: %s', (command, response, side) => {
    expect(sideOf(reply(command, response), SENDER)).toBe(side);
  });

  it.each([
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 Authentication failed' },
    { code: 'EAUTH', command: 'AUTH LOGIN', responseCode: 454, response: '454 4.7.0 Temporary authentication failure' },
    { code: 'EAUTH', command: 'API' },
    { code: 'ETLS', command: 'STARTTLS', responseCode: 454, response: '454 4.7.0 TLS not available' },
    { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' },
    { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' },
    { code: 'EDNS', originalCode: 'ENOTFOUND', command: 'CONN' },
    { code: 'EPROTOCOL', command: 'EHLO', responseCode: 550, response: '550 go away' },
    { code: 'EPROTOCOL', command: 'CONN', responseCode: 554, response: '554 no SMTP service here' },
    { code: 'ETIMEDOUT', command: 'CONN' },
    { code: 'EENVELOPE', command: 'RCPT TO' },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 354, response: '354 go on' },
    { code: 'EABORT' },
    {},
  ])('%o is caused by our side', (error) => {
    expect(sideOf(error, SENDER)).toBe('ours');
  });
});

it('our own address is known in any case', () => {
  expect(sideOf(reply('RCPT TO', '550 support@ringwell.example may not'), 'Support@Ringwell.EXAMPLE')).toBe('ours');
});

describe('the reason shown to the operator and logged', () => {
  it.each([
    [reply('MAIL FROM', '553 5.1.8 Sender address rejected'), '553 5.1.8 at MAIL FROM'],
    [reply('RCPT TO', '553 sorry (#5.7.1)'), '553 5.7.1 at RCPT TO'],
    [reply('RCPT TO', '451 told so'), '451 at RCPT TO'],
    [reply('DATA', '554 refused: your code is 012345'), '554 at DATA'],
    [reply('RCPT TO', '550 5.9.10.11 is listed'), '550 at RCPT TO'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, 'ECONNREFUSED at CONN'],
    [reply('DATA', '550 5.7.26 not accepted'), '550 5.7.26 at DATA'],
    [reply('DATA', '550-5.123.456 more'), '550 5.123.456 at DATA'],
    [reply('RCPT TO', '553 sorry (#5.7.26)'), '553 5.7.26 at RCPT TO'],
    [reply('RCPT TO', '553 sorry (#5.123.4)'), '553 5.123.4 at RCPT TO'],
    [reply('RCPT TO', '550 as before: 450 4.2.0'), '550 at RCPT TO'],
    [{ code: 'EABORT' }, 'EABORT'],
    [{}, 'ERROR'],
  ])('of %o is %s, without text of the reply', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
  });
});
