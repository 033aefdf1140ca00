import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { act, fireEvent } from '@testing-library/react';
import { type CoverageRecorder, createHarness, type PlannedPath, plain } from '@xstate/test';
import type { ComponentType } from 'react';
import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ScreenProps } from '#screens/screenProps.ts';

const COVERAGE = 'test-results/screens';

/** The label of the button that sends an event in a state, if the screen's description names one. */
export type LabelOf = (state: AnyMachineSnapshot, event: AnyEventObject) => string | undefined;

/**
 * Walks a golden path on the rendered screen: user events by the controls, found by their labels; answers and time by
 * the harness. After each step the flow must be in the state of the plan.
 */
export function walkOnScreen<M extends AnyStateMachine>(
  machine: M,
  { start, steps }: PlannedPath<M>,
  {
    screen: Screen,
    labelOf,
    recorder,
    render,
  }: {
    screen: ComponentType<ScreenProps<M>>;
    labelOf: LabelOf;
    recorder: CoverageRecorder;
    render: typeof import('./screen.tsx').renderScreen;
  },
): void {
  const flow = createHarness(machine, { input: start.input, inspect: recorder.inspect });
  let sent: AnyEventObject[] = [];
  const screen = () => <Screen state={flow.state as SnapshotFrom<M>} send={(event) => sent.push(event)} />;
  const { container, rerender, unmount } = render(screen());
  const state = () => flow.state as AnyMachineSnapshot;

  for (const { event, state: planned } of steps) {
    sent = [];
    const triggerEvent = controlFor(container, event, labelOf(state(), event));
    act(() => triggerEvent?.());
    // A control may send more than the plan requires: a complete code is submitted at once.
    const ours = sent.filter(({ type }) => type === event.type);
    if (triggerEvent && state().can(event as never))
      expect(ours.length, `${event.type} sent by its control`).toBeGreaterThan(0);
    for (const one of ours.length > 0 ? ours : [event]) flow.drive(one);
    expect(plain(state().value)).toEqual(plain((planned as AnyMachineSnapshot).value));
    expect(tidied(state().context)).toEqual(tidied((planned as AnyMachineSnapshot).context));
    if (state().status !== 'active') break;
    rerender(screen());
  }
  unmount();
  flow.stop();
}

/** Removes what controls normalise in typed text: spaces around an address, digit groups. */
const tidied = (context: unknown): unknown =>
  JSON.parse(JSON.stringify(plain(context)).replace(/(?<=") +| +(?=")|(?<=\d) (?=\d)/g, ''));

/** How a user triggers an event here, or null if no control is rendered for it. */
function controlFor(container: HTMLElement, event: AnyEventObject, label: string | undefined): (() => void) | null {
  const field = (name: string) => {
    const input = container.querySelector<HTMLInputElement>(`input[name="${name}"], select[name="${name}"]`);
    return input?.labels?.length && !input.disabled && !input.readOnly ? input : null;
  };
  if (label !== undefined) {
    const button = [...container.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === label,
    );
    return button ? () => fireEvent.click(button) : null;
  }
  if (event.type === 'CHANGE') {
    const changes = Object.entries(event['change'] as object).map(([name, value]) => ({ input: field(name), value }));
    // A checkbox that already has the value cannot be ticked.
    if (changes.some(({ input, value }) => input === null || input.checked === value)) return null;
    return () => {
      for (const { input, value } of changes) if (input) change(input, value);
    };
  }
  if (event.type === 'BLUR') {
    const input = field(event['field']);
    return input && (() => fireEvent.blur(input));
  }
  return null;
}

function change(input: HTMLInputElement, value: string | boolean): void {
  if (typeof value === 'string') fireEvent.change(input, { target: { value } });
  else fireEvent.click(input);
}

/** Adds the coverage of these walks to that of other walks of the same flow. */
export function addCoverage({ machine, taken, refused, entered }: CoverageRecorder): void {
  const file = `${COVERAGE}/${machine.id}.json`;
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const counts = Object.entries({ taken, refused, entered }).map(([kind, map]) => [
    kind,
    { ...before[kind], ...Object.fromEntries(map) },
  ]);
  mkdirSync(COVERAGE, { recursive: true });
  writeFileSync(file, JSON.stringify(Object.fromEntries(counts)));
}
