import { exploreStates } from '@xstate/test';
import type { ComponentType } from 'react';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ScreenProps } from '#screens/screenProps.ts';
import type { FlowCases } from '../support/flow.ts';
import { familyOf, screens } from './screens.ts';

export { renderScreen, testPage, withChildren } from '../support/screen.tsx';

type Cases<M extends AnyStateMachine> = {
  screen: ComponentType<ScreenProps<M>>;
  expectations: Record<string, unknown>;
};

/** The file of `tests/screens` that is being read. */
let file = '';
export const reading = (path: string) => {
  file = path;
};

/** Takes the place of the unit tests' `testScreen`: keeps the states instead of testing them. */
export function testScreen<M extends AnyStateMachine>(
  name: string,
  { machine, inputs, events, project }: FlowCases<M>,
  { screen: Screen, expectations }: Cases<M>,
): void {
  const send = () => {};
  const met = new Map<string, { title: string; render: () => React.ReactNode }>();
  for (const { state } of exploreStates(machine, { inputs, events, ...(project && { project }) })) {
    const { status, value, context } = state as AnyMachineSnapshot;
    if (status !== 'active' || isPassed(value, expectations)) continue;
    const title = [JSON.stringify(value).replaceAll('"', ''), ...wrongFields(context)].join(' ');
    if (!met.has(title)) met.set(title, { title, render: () => <Screen state={state as never} send={send} /> });
  }
  screens.set(name, { family: familyOf(name, file), states: [...met.values()] });
}

/** Nobody can stay in a state whose name is passed. */
const isPassed = (value: unknown, expectations: Record<string, unknown>) =>
  namesOf(value).some((name) => expectations[name] === 'passed');

const namesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value as object).flatMap(([key, inner]) => namesOf(inner).map((name) => `${key}.${name}`));

/** The fields that say that something is wrong. */
const wrongFields = (context: { form?: { errors?: object } }): string[] => Object.keys(context.form?.errors ?? {});
