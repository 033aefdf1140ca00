import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { CoverageRecorder, exploreStates, plain } from '@xstate/test';
import type { ComponentType, ReactElement } from 'react';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { type Page, PageProvider } from '#screens/page.ts';
import type { ScreenProps } from '#screens/screenProps.ts';
import { settings } from '#settings';
import { keepCoverage, type WordOf, walkByHand } from './byHand.tsx';
import { type FlowCases, planOf } from './flow.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

/** A page in English that notes where its screens want to go. */
export const testPage = (change: Partial<Page> = {}): Page => ({
  settings,
  language: 'en',
  preferences: { language: 'en', currency: 'USD', country: 'us' },
  apiBase: '/v1/phone',
  go: vi.fn(),
  showHeading: () => {},
  setErrorInTitle: () => {},
  ...change,
});

/** Draws a screen with English words on a page. */
export const drawScreen = (element: ReactElement, page: Page = testPage()) =>
  render(element, {
    wrapper: ({ children }) => (
      <I18nProvider i18n={i18n}>
        <PageProvider value={page}>{children}</PageProvider>
      </I18nProvider>
    ),
  });

/** Names of the states of a machine, 'twoFactor.entering' for one inside another; regions side by side count each. */
export type StateName<M extends AnyStateMachine> =
  SnapshotFrom<M> extends { value: infer Value } ? NameOf<Value> : never;
type NameOf<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: `${Key}.${NameOf<Value[Key]>}` }[keyof Value & string];

/** What a person meets in a state. */
export type Look<M extends AnyStateMachine> = {
  /** The heading of the screen; absent while there is only a skeleton. */
  heading?: string;
  /** Texts that stand there. */
  says?: readonly string[];
  /** Labels of the fields that can be typed into, all others are off or read-only; 'any' where another region says so. */
  fields?: readonly string[] | 'any';
  /** Words of each button of the flow, with the event that it sends. */
  buttons?: Readonly<Record<string, EventFromLogic<M>>>;
};

type ScreenCases<M extends AnyStateMachine> = {
  screen: ComponentType<ScreenProps<M>>;
  /** One for each state, so that a new state without a look does not compile; 'passed' for one where nobody can stay, or an end. */
  looks: Record<StateName<M>, Look<M> | 'passed'>;
};

/**
 * Draws a flow in every state, and in each of them once for whatever set of its events it can take: the look, and each
 * button enabled exactly when the flow can take its event.
 */
export function testScreen<M extends AnyStateMachine>(
  name: string,
  cases: FlowCases<M>,
  { screen: Screen, looks }: ScreenCases<M>,
): void {
  const { machine, inputs, events, project } = cases;
  const expected = Object.entries<Look<M> | 'passed'>(looks).flatMap(([state, look]) =>
    look === 'passed' ? [] : [[state, look] as const],
  );
  const reached = exploreStates(machine, { inputs, events, ...(project && { project }) }).map(
    ({ state }) => state as AnyMachineSnapshot,
  );
  describe(`screen ${name}`, () => {
    test('there is a look for every state, and every look is met', () => {
      const isPassed = (name: string) => looks[name as StateName<M>] === 'passed';
      const met = new Set(
        reached.flatMap(({ value, status }) => namesOf(value).filter((name) => status === 'active' || !isPassed(name))),
      );
      expect([...met].sort()).toEqual(expected.map(([state]) => state).sort());
    });

    test.each(expected)('%s', (stateName, { heading, says = [], fields = [], buttons = {} }) => {
      const cans = (state: AnyMachineSnapshot) => Object.values(buttons).map((event) => state.can(event));
      const states = reached.filter(({ value }) => namesOf(value).includes(stateName));
      for (const state of distinct(states, (each) => JSON.stringify([each.value, cans(each)]))) {
        const { container, unmount } = drawScreen(<Screen state={state as SnapshotFrom<M>} send={() => {}} />);
        expect(container.querySelector('h1')?.textContent).toBe(heading);
        for (const text of says) expect(container.textContent).toContain(text);
        if (fields !== 'any') expect(typable(container)).toEqual(fields);
        const drawn = Object.keys(buttons).map((label) => buttonsNamed(container, label).map(isOn));
        expect(drawn).toEqual(cans(state).map((can, index) => drawn[index]?.map(() => can)));
        expect(drawn.map(({ length }) => length)).not.toContain(0);
        unmount();
      }
    });

    const recorder = new CoverageRecorder(machine);
    afterAll(() => keepCoverage(recorder));
    const wordOf: WordOf = ({ value }, event) => {
      const buttons = namesOf(value).flatMap((state) => {
        const look: Look<M> | 'passed' | undefined = looks[state as StateName<M>];
        return look === undefined || look === 'passed' ? [] : Object.entries(look.buttons ?? {});
      });
      const print = JSON.stringify(plain(event));
      return buttons.find(([, sends]) => JSON.stringify(plain(sends)) === print)?.[0];
    };
    test.each(planOf(cases).paths.map((path) => [path.title, path] as const))('by hand: %s', (_, path) => {
      walkByHand(machine, path, { screen: Screen, wordOf, recorder, draw: drawScreen });
    });
  });
}

/** A state with the flows that run in it as they begin: a walk knows only that they run. */
export const withChildren = <S extends { children: object }>(state: S, begun: S['children']): S => ({
  ...state,
  children: Object.fromEntries(Object.entries(begun).filter(([name]) => name in state.children)),
});

const namesOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(value as object).flatMap(([key, inner]) => namesOf(inner).map((name) => `${key}.${name}`));

const distinct = <T,>(all: readonly T[], keyOf: (one: T) => string): T[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
];

/** By what they say; searched by text, for a walk draws hundreds of pages. */
const buttonsNamed = (container: HTMLElement, label: string) =>
  [...container.querySelectorAll('button')].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === label,
  );

const isOn = (button: HTMLElement) =>
  !(button as HTMLButtonElement).disabled && button.getAttribute('aria-disabled') !== 'true';

const typable = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"], [type="radio"])')]
    .filter((input) => !input.disabled && !input.readOnly)
    .map((input) => input.labels?.[0]?.textContent);
