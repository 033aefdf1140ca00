import { build } from 'vite';
import { expect, test } from 'vitest';

/** Words that only the inspector and the flow map say. */
const marks = ['@statelyai', '@flows.', 'stately.ai/inspect', 'elk-worker', 'org.eclipse.elk'];

/** All that a build would write, as text. */
async function built(mode: 'production' | 'development'): Promise<string> {
  const output = await build({ mode, logLevel: 'silent', build: { write: false } });
  const chunks = [output].flat().flatMap((part) => ('output' in part ? part.output : []));
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : String(chunk.source))).join('\n');
}

test('the production build contains neither the inspector nor the flow map', async () => {
  const code = await built('production');
  expect(code).toContain('xstate.init');
  for (const mark of marks) expect(code, mark).not.toContain(mark);
}, 60_000);

test('the build for local use contains the inspector', async () => {
  expect(await built('development')).toContain('@flows.hello');
}, 60_000);
