import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appName, emailPrefill, prefill } from '#domain/plainText.ts';

describe('§2: the application name of the external landing', () => {
  it.each([
    ['Acme Desk', 'Acme Desk'],
    ['  Acme \n\t Desk  ', 'Acme Desk'],
    ['<svg onload=alert(1)>', '<svg onload=alert(1)>'],
    ['{{constructor}}', '{{constructor}}'],
    ['$t(login.title)', '$t(login.title)'],
    ['Acme\u0000\u0007', 'Acme'],
    ['\u202eksed\u2066', 'ksed'],
    ['Acme\u200bDesk', 'Acme Desk'],
    ['\ud800Acme', '\ufffdAcme'],
    ['', ''],
    [' \u00a0\u200f ', ''],
    ['\u2800', ''],
    ['Acme\u2060', 'Acme'],
    [null, ''],
  ])('%j is shown as %j', (parameter, shown) => {
    expect(appName(parameter)).toBe(shown);
  });

  it('is cut at 60 code points, not within one', () => {
    expect(appName('a'.repeat(60))).toBe('a'.repeat(60));
    expect(appName('a'.repeat(10_000))).toBe(`${'a'.repeat(60)}…`);
    expect(appName('🙂'.repeat(61))).toBe(`${'🙂'.repeat(60)}…`);
  });

  it('any text becomes one short line without control or bidi characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (parameter) => {
        const shown = appName(parameter);
        return (
          [...shown].length <= 61 &&
          shown === shown.trim() &&
          !/[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(shown)
        );
      }),
    );
  });
});

describe('§2: prefilled names and e-mail', () => {
  it('are cut to 255 characters, without control characters', () => {
    expect(prefill('José García')).toBe('José García');
    expect(prefill('a\u0000b\u001b')).toBe('ab');
    expect(prefill('\u200bann@ac\u200bme.example\u202c')).toBe('ann@acme.example');
    expect(prefill('Ann\n  Lee\u00ad')).toBe('Ann Lee');
    expect(prefill('علی\u200cرضا')).toBe('علی\u200cرضا');
    expect(prefill('x'.repeat(300))).toBe('x'.repeat(255));
    expect(prefill(null)).toBe('');
  });
});

describe('an e-mail address in the URL of the page', () => {
  it.each([
    ['anna+work@acme.example', 'anna+work@acme.example'],
    ['anna%20work@acme.example', 'anna+work@acme.example'],
    ['anna%2Bwork%40acme.example', 'anna+work@acme.example'],
    ['anna++work@acme.example', 'anna++work@acme.example'],
    ['+anna@acme.example+', 'anna@acme.example'],
    ['%20anna@acme.example%0A', 'anna@acme.example'],
    ['an%0D%0Ana@acme.example', 'anna@acme.example'],
    ['an%C2%A0na@acme.example', 'anna@acme.example'],
    ['an%E2%80%8Bna@acme.example', 'anna@acme.example'],
    ["o'brien@acme.example", "o'brien@acme.example"],
    ['', ''],
  ])('?email=%s is %s', (written, email) => {
    expect(emailPrefill(new URLSearchParams(`email=${written}`).get('email'))).toBe(email);
  });

  it('is empty if it is missing', () => {
    expect(emailPrefill(null)).toBe('');
  });

  it('a name keeps its inner space', () => {
    expect(prefill(new URLSearchParams('first_name=Anna+Maria').get('first_name'))).toBe('Anna Maria');
  });
});
