import { globSync, readFileSync } from 'node:fs';
import browserslist from 'browserslist';
import { expect, test } from 'vitest';

const styles = globSync('src/**/*.css').map((file) => readFileSync(file, 'utf8'));

test.each([
  [':has(', 'css-has'],
  ['inset-block', 'css-logical-props'],
  ['dvh', 'viewport-unit-variants'],
])('every supported browser can read %s, which the styles use', (words, feature) => {
  expect(styles.some((style) => style.includes(words))).toBe(true);
  const able = browserslist(`fully supports ${feature}`);
  expect(browserslist().filter((browser) => !able.includes(browser))).toEqual([]);
});
