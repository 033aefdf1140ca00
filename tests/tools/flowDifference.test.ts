import { readdirSync, readFileSync } from 'node:fs';
import ElkBundled from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartFrom, charts } from '../../tools/flows/chart.ts';
import { chartsOf } from '../../tools/flows/chartsOf.ts';
import { differences, inWords } from '../../tools/flows/difference.ts';
import { differencePicture } from '../../tools/flows/differencePicture.ts';

const elk = new (ElkBundled as unknown as new () => { layout: never })();

/** A turnstile that can be opened; later it can be locked too, and a bell replaces the knock. */
const before = createMachine({
  id: 'turnstile',
  initial: 'closed',
  states: {
    closed: { on: { OPEN: { target: 'open', actions: 'creak' }, KNOCK: { actions: 'wake' } } },
    open: { tags: 'draughty', on: { CLOSE: 'closed' } },
    broken: { type: 'final' },
  },
});
const after = createMachine({
  id: 'turnstile',
  initial: 'closed',
  states: {
    closed: {
      on: {
        OPEN: { target: 'open', actions: 'glide' },
        RING: { actions: 'wake' },
        LOCK: { guard: 'hasKey', target: 'locked' },
      },
    },
    open: { on: { CLOSE: 'closed' } },
    locked: { on: { UNLOCK: 'closed' } },
  },
});
const chart = (machine: typeof before) => ({ turnstile: chartFrom(machine) });
const found = differences(chart(before), chart(after as unknown as typeof before));

describe('the difference of a flow', () => {
  test('names the states and transitions that were added, removed and changed, in words', () => {
    expect(inWords(found, 'HEAD~1')).toBe(`# The flows since HEAD~1

## turnstile

States: 1 added, 1 removed, 1 changed. Transitions: 3 added, 1 removed, 1 changed.

- ~ state \`turnstile.open\`
  - tags: draughty → none
- + state \`turnstile.locked\`
- − state \`turnstile.broken\`
- ~ transition \`turnstile.closed —OPEN→ open\`
  - actions: creak → glide
- + transition \`turnstile.closed —RING→ stays\`
- + transition \`turnstile.closed —LOCK→ locked [hasKey]\`
- + transition \`turnstile.locked —UNLOCK→ closed\`
- − transition \`turnstile.closed —KNOCK→ stays\`
`);
  });

  test('is a picture of both versions, each change in its colour, light and dark', async () => {
    const [difference] = found;
    if (!difference) throw new Error('nothing differs');
    const svg = await differencePicture(elk, difference);
    const boxes = [...svg.matchAll(/<g class="box state ?(\w*)">.*?<text class="title"[^>]*>(\w+)</g)];
    expect(Object.fromEntries(boxes.map(([, change, state]) => [state, change]))).toEqual({
      closed: '',
      open: 'changed',
      locked: 'added',
      broken: 'removed',
    });
    const lines = [...svg.matchAll(/<g class="line (\w+)">.*?<text class="event"[^>]*>(\w+)</g)];
    expect(lines.map(([, change, event]) => [event, change]).sort()).toEqual([
      ['KNOCK', 'removed'],
      ['LOCK', 'added'],
      ['OPEN', 'changed'],
      ['RING', 'added'],
      ['UNLOCK', 'added'],
    ]);
    expect(svg).toMatch(/\.way\.added \{ stroke: #\w+; \}.*@media \(prefers-color-scheme: dark\)/s);
    expect(svg).not.toMatch(/undefined|NaN/);
  });

  test('is empty for the same flow, and says so', () => {
    expect(inWords(differences(chart(before), chart(before)), 'HEAD')).toContain('No flow differs.');
  });

  test('says which flow is new and which is gone', () => {
    expect(inWords(differences({}, chart(before)), 'HEAD')).toContain('## turnstile (flow added)');
    expect(inWords(differences(chart(before), {}), 'HEAD')).toContain('## turnstile (flow removed)');
  });
});

test('the flows of a commit are read from its docs/flows', () => {
  const documents = readdirSync('docs/flows').filter((file) => file.endsWith('.json'));
  const read = chartsOf(documents.map((file) => readFileSync(`docs/flows/${file}`, 'utf8')));
  expect(differences(read, charts)).toEqual([]);
});
