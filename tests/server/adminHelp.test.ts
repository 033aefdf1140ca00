import { expect, test } from 'vitest';
import { help, helpOn } from '#server/admin/commands.ts';

const names = help().flatMap((line) => /^ {2}([a-z-]+)/.exec(line)?.[1] ?? []);

test('every command has a help text of its own', () => {
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const [usage = '', , description = '', ...more] = helpOn(name);
    expect(usage).toMatch(new RegExp(`^Usage: npm run admin -- ${name}( |$)`));
    expect(help().join('\n')).toContain(description);
    expect(more).toEqual([]);
  }
});

test.each(['--help', 'nonsense', 'constructor'])('for %j it is the list of all commands', (name) => {
  expect(helpOn(name)).toEqual(help());
});
