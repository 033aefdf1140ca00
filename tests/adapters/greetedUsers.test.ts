import { expect, test } from 'vitest';
import { greetedUsers } from '#adapters/greetedUsers.ts';

/** A store that holds one text. */
function storeWith(text: string | null) {
  let held = text;
  return {
    read: () => held,
    write: (_: string, next: string) => {
      held = next;
    },
    remove: () => {
      held = null;
    },
  };
}

test('the users who have dismissed the greeting are kept by id', () => {
  const greeted = greetedUsers(storeWith(null));
  expect(greeted.read()).toEqual([]);
  greeted.write([7, 12]);
  expect(greeted.read()).toEqual([7, 12]);
});

test.each(['', 'rubbish', '{"a":1}', '1e400', ' - '])('“%s” in the storage greets everybody', (text) => {
  expect(greetedUsers(storeWith(text)).read()).toEqual([]);
});
