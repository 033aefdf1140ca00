import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageStyle } from '#server/http/pageStyle.ts';
import { inboxStyle } from '#server/mail/inboxStyle.ts';

const forPointers = '@media (hover: hover) {';

/** The styles that also apply where nothing hovers. */
function onTouch(styles: string): string {
  const start = styles.indexOf(forPointers);
  if (start < 0) return styles;
  let end = start + forPointers.length;
  for (let depth = 1; depth > 0; end++) depth += styles[end] === '{' ? 1 : styles[end] === '}' ? -1 : 0;
  return styles.slice(0, start) + onTouch(styles.slice(end));
}

/** Hovered elements that look different than at rest. */
function changed(styles: string): string[] {
  const lists = [...styles.matchAll(/[^{};]+(?=\{)/g)].map(([list]) => list.split(',').map((one) => one.trim()));
  return lists.flatMap((list) =>
    list.filter((one) => one.includes(':hover') && !list.includes(one.replace(':hover', ''))),
  );
}

const files = globSync('src/**/*.css').filter((file) => !file.includes('gallery'));
const sheets: [string, string][] = [
  ...files.map((file): [string, string] => [file, readFileSync(file, 'utf8')]),
  ['pages of the server', pageStyle],
  ['inbox', inboxStyle],
];

test.each(sheets)('a phone, which hovers over what was tapped last, shows it as before: %s', (_, styles) => {
  expect(changed(onTouch(styles))).toEqual([]);
});
