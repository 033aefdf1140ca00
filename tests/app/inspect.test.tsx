import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { createActor } from '#app/actor.ts';
import { type MapMessage, type PageMessage, showTo } from '#app/inspector/inspect.ts';
import { mapWindow } from '#app/inspector/mapWindow.ts';

const gateMachine = createMachine({
  id: 'gate',
  initial: 'shut',
  states: { shut: { on: { OPEN: 'open' } }, open: {} },
});

let frame: HTMLIFrameElement;
let messages: PageMessage[];

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
  frame = document.body.appendChild(document.createElement('iframe'));
  messages = [];
  vi.spyOn(mapOf(), 'postMessage').mockImplementation((message: PageMessage) => void messages.push(message));
  // After the flows of the test, which are stopped in the reverse order: what they send last does not wait for a frame.
  onTestFinished(() => {
    vi.unstubAllGlobals();
    frame.remove();
  });
});

/** Until the page has been idle. */
const idle = () => new Promise((resolve) => setTimeout(resolve));

/** Another window stands in for the flow map. */
const mapOf = (): Window => {
  if (!frame.contentWindow) throw new Error('The frame has no window.');
  return frame.contentWindow;
};
const receive = (data: MapMessage, source: Window = mapOf(), origin = location.origin) =>
  dispatchEvent(new MessageEvent('message', { data, source, origin }));
const types = () => messages.map(({ type }) => type);

test('the page connects to the map, buffers messages until the map listens, then sends them in order', async () => {
  showTo(mapOf());
  expect(types()).toEqual(['@flows.hello']);
  const gate = createActor(gateMachine).start();
  onTestFinished(() => void gate.stop());
  await idle();
  expect(types()).toEqual(['@flows.hello']);
  receive({ type: '@statelyai.connected' });
  expect(types()).toContain('@xstate.actor');
  messages.length = 0;
  gate.send({ type: 'OPEN' });
  await idle();
  expect(types()).toEqual(['@xstate.event', '@flows.taken', '@xstate.snapshot']);
  expect(messages[1]).toMatchObject({ arrows: ['gate.shut —OPEN→ open'] });
});

test('an event that a state does not take shows no arrow', async () => {
  showTo(mapOf());
  const gate = createActor(gateMachine).start();
  onTestFinished(() => void gate.stop());
  await idle();
  receive({ type: '@statelyai.connected' });
  messages.length = 0;
  gate.send({ type: 'SHUT' } as never);
  await idle();
  expect(types()).toEqual(['@xstate.event', '@xstate.snapshot']);
});

test('an event from the map reaches its flow; one from any other window does not', async () => {
  showTo(mapOf());
  const gate = createActor(gateMachine).start();
  onTestFinished(() => void gate.stop());
  await idle();
  receive({ type: '@statelyai.connected' });
  const actor = messages.find(({ type }) => type === '@xstate.actor') as PageMessage & { type: '@xstate.actor' };
  const open: MapMessage = { type: '@flows.send', sessionId: actor.sessionId, event: { type: 'OPEN' } };
  receive(open, window);
  receive(open, mapOf(), 'https://evil.example');
  expect(gate.getSnapshot().value).toBe('shut');
  receive(open);
  expect(gate.getSnapshot().value).toBe('open');
});

test('two flows have distinct ids, although each numbers its actors from 0', async () => {
  showTo(mapOf());
  createActor(gateMachine).start();
  createActor(gateMachine).start();
  await idle();
  receive({ type: '@statelyai.connected' });
  const actors = messages.filter(({ type }) => type === '@xstate.actor') as (PageMessage & { type: '@xstate.actor' })[];
  expect(new Set(actors.map(({ sessionId }) => sessionId)).size).toBe(2);
  // A flow that starts takes no arrow.
  expect(types()).not.toContain('@flows.taken');
});

test('a page that no flow map has opened has no inspector', () => {
  expect(mapWindow()).toBeNull();
  vi.stubGlobal('opener', { location: { origin: location.origin, pathname: '/login/' } });
  expect(mapWindow()).toBeNull();
  const foreign = { location: { origin: 'https://evil.example', pathname: '/flows/' } };
  vi.stubGlobal('opener', foreign);
  expect(mapWindow()).toBeNull();
  const map = { location: { origin: location.origin, pathname: '/flows/' } };
  vi.stubGlobal('opener', map);
  expect(mapWindow()).toBe(map);
});

test('the map is the page around this one, or the one that opened it; a window of another origin is neither', () => {
  const map = { location: { origin: location.origin, pathname: '/flows/' } };
  const foreign = {
    get location(): never {
      throw new DOMException('Blocked', 'SecurityError');
    },
  };
  vi.stubGlobal('opener', foreign);
  expect(mapWindow()).toBeNull();
  vi.stubGlobal('parent', map);
  expect(mapWindow()).toBe(map);
  vi.stubGlobal('opener', map);
  vi.stubGlobal('parent', foreign);
  expect(mapWindow()).toBeNull();
});

test('of what happens before the map listens, the last five hundred messages are kept, and are sent once', async () => {
  showTo(mapOf());
  const gate = createActor(
    createMachine({ id: 'counter', initial: 'on', states: { on: { on: { COUNT: { actions: () => {} } } } } }),
  ).start();
  onTestFinished(() => void gate.stop());
  for (let count = 0; count < 600; count += 1) gate.send({ type: 'COUNT' });
  await idle();
  messages.length = 0;
  receive({ type: '@statelyai.connected' });
  expect(messages).toHaveLength(500);
  expect(types()).not.toContain('@xstate.actor');
  receive({ type: '@statelyai.connected' });
  expect(messages).toHaveLength(500);
});

test('what the map is sent goes to this origin only, without secrets', async () => {
  showTo(mapOf());
  receive({ type: '@statelyai.connected' });
  const gate = createActor(gateMachine).start();
  onTestFinished(() => void gate.stop());
  gate.send({ type: 'OPEN', password: 'correct horse' } as never);
  await idle();
  expect(JSON.stringify(messages)).not.toContain('correct horse');
  const origins = vi.mocked(mapOf().postMessage).mock.calls.map(([, origin]) => origin);
  expect(new Set(origins)).toEqual(new Set([location.origin]));
});

test('a message that the map did not send, or an event for a flow that is gone, changes nothing', async () => {
  showTo(mapOf());
  const gate = createActor(gateMachine).start();
  onTestFinished(() => void gate.stop());
  await idle();
  const sent = messages.length;
  receive(null as never);
  receive({ type: '@flows.send', sessionId: '99/x:0', event: { type: 'OPEN' } });
  expect(gate.getSnapshot().value).toBe('shut');
  expect(messages).toHaveLength(sent);
});
