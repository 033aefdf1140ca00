import { expect, test } from 'vitest';
import { UsageError } from '#server/admin/command.ts';
import { help, helpOn, readCommand } from '#server/admin/commands.ts';

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

test('the list says how to call it, each command with its description below, and what ends how', () => {
  const lines = help();
  expect(lines.slice(0, 4)).toEqual([
    'Usage: npm run admin -- <command>',
    '',
    '  discount <email> --percent <1-100> [--campaign <name>]',
    expect.stringMatching(/^ {6}Creates a one-time discount link/),
  ]);
  expect(lines).toHaveLength(2 + 2 * names.length + 3);
  expect(lines.at(-3)).toBe('');
  expect(lines.at(-2)).toContain('Exit codes: 0 done, 1 refused or failed, 2 wrong usage.');
  expect(lines.at(-1)).toMatch(/while the server is running.*DATA_DIR, DATABASE_URL and PUBLIC_URL/);
  expect(lines.filter((line) => / $/.test(line))).toEqual([]);
});

test.each([
  [['purge', 'x'], 'Usage: npm run admin -- purge'],
  [['unlock'], 'Usage: npm run admin -- unlock <email>'],
  [[], 'Unknown command ""; see npm run admin -- help.'],
])('%j is refused with one sentence', (args, message) => {
  expect(() => readCommand(args)).toThrow(new UsageError(message));
});

test('a command without arguments has none in its usage', () => {
  expect(helpOn('purge')).toEqual(['Usage: npm run admin -- purge', '', expect.stringContaining('expired')]);
});

test.each([
  [['backup', 'here'], 'folder'],
  [['restore', 'here'], 'folder'],
  [['move-to-postgres'], 'folder'],
  [['rotate-key'], 'folder'],
  [['purge'], 'database'],
])('%j is given the %s', (args, needs) => {
  expect(readCommand(args).needs).toBe(needs);
});
