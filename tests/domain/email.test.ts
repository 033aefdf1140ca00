import { domainToASCII } from 'node:url';
import { describe, expect, test } from 'vitest';
import { asciiEmail, unsupportedCharacter } from '#domain/email.ts';

describe('an address in the form used by mail servers', () => {
  test.each([
    ['info@müller.example', 'info@xn--mller-kva.example'],
    ['info@mu\u0308ller.example', 'info@xn--mller-kva.example'],
    ['info@MÜLLER.example', 'info@xn--mller-kva.example'],
    ['info@xn--mller-kva.example', 'info@xn--mller-kva.example'],
    ['Info@Acme.example', 'Info@Acme.example'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@straße.example', 'info@xn--strae-oqa.example'],
    ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
    ['info@müller.example:80', 'info@müller.example:80'],
    ['info@müller.example/path', 'info@müller.example/path'],
    ['info@mü ller.example', 'info@mü ller.example'],
    ['info@müller.256', 'info@müller.256'],
    ['info@müller.example@', 'info@müller.example@'],
    ['a\ninfo@müller.example', 'a\ninfo@müller.example'],
    ['müller', 'müller'],
    ['', ''],
  ])('%s is %s', (email, ascii) => {
    expect(asciiEmail(email)).toBe(ascii);
  });

  test.each(['müller.example', 'пример.рф', 'łódź.example', 'sinço.example', 'ñandú.example', 'faß.example'])(
    '%s as Node converts it',
    (host) => {
      expect(asciiEmail(`info@${host}`)).toBe(`info@${domainToASCII(host)}`);
    },
  );

  test('hosts that only look alike stay distinct', () => {
    expect(asciiEmail('info@аcme.example')).not.toBe('info@acme.example');
    expect(asciiEmail('info@strasse.example')).not.toBe(asciiEmail('info@straße.example'));
  });
});

test.each([
  ['użytkownik@acme.example', 'ż'],
  ['uz\u0307ytkownik@acme.example', 'ż'],
  ['q\u0308y@acme.example', 'q\u0308'],
  ['q\u0323\u0308y@acme.example', 'q\u0323\u0308'],
  ['anna@é@acme.example', 'é'],
  ['andré.müller@acme.example', 'é'],
  ['почта@acme.example', 'п'],
  ['аnna@acme.example', 'а'],
  ['🙂@acme.example', '🙂'],
  ['user@müller.example', null],
  ["o'brien+phone_1@acme.example", null],
  ['anna\u00a0@acme.example', null],
  ['an\u2003na\u3000@acme.example', null],
  ['anna\u2028@acme.example', null],
  ['ż\u00a0@acme.example', 'ż'],
  ['ü', null],
  ['', null],
])('the unsupported character of %s is %s', (email, letter) => {
  expect(unsupportedCharacter(email)).toBe(letter);
});
