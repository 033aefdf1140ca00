import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROUTES = 'server/routes';
const handlers = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('finds the handlers', () => {
  expect(handlers.length).toBeGreaterThan(10);
});

test.each(handlers)('%s contains no query: queries belong to the folder of their subject', (file) => {
  expect(readFileSync(join(ROUTES, file), 'utf8')).not.toMatch(/\b(selectFrom|insertInto|updateTable|deleteFrom|sql`)/);
});
