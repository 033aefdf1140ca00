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
import { type FlowCases, planOf } from './flow.ts';
import { addCoverage, type LabelOf, walkOnScreen } from './screenWalk.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });

/** A page in English that records where its screens navigate. */
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

/** Renders a screen in English on a page. */
export const renderScreen = (element: ReactElement, page: Page = testPage()) =>
  render(element, {
    wrapper: ({ children }) => (
      <I18nProvider i18n={i18n}>
        <PageProvider value={page}>{children}</PageProvider>
      </I18nProvider>
    ),
  });

/** Names of a machine's states, 'twoFactor.entering' for a nested one; parallel regions count separately. */
type StateName<M extends AnyStateMachine> = SnapshotFrom<M> extends { value: infer Value } ? NameOf<Value> : never;
type NameOf<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: `${Key}.${NameOf<Value[Key]>}` }[keyof Value & string];

/** What a user sees in a state. */
type ScreenExpectation<M extends AnyStateMachine> = {
  /** The heading of the screen; absent while only a skeleton is shown. */
  heading?: string;
  /** Visible texts. */
  texts?: readonly string[];
  /** Labels of the editable fields, all others are disabled or read-only; 'any' if another region determines them. */
  fields?: readonly string[] | 'any';
  /** Labels of the flow's buttons, with the event that each sends. */
  buttons?: Readonly<Record<string, EventFromLogic<M>>>;
};

type ScreenCases<M extends AnyStateMachine> = {
  screen: ComponentType<ScreenProps<M>>;
  /** One entry per state, so that a new state without one does not compile; 'passed' for a transient or final state. */
  expectations: Record<StateName<M>, ScreenExpectation<M> | 'passed'>;
};

/**
 * Renders a flow in every state, once for each set of events that it accepts there: checks the description, that each
 * button is enabled exactly when the flow accepts its event, and that a checkbox is pending while its form is.
 */
export function testScreen<M extends AnyStateMachine>(
  name: string,
  cases: FlowCases<M>,
  { screen: Screen, expectations }: ScreenCases<M>,
): void {
  const { machine, inputs, events, project } = cases;
  const expected = Object.entries<ScreenExpectation<M> | 'passed'>(expectations).flatMap(([state, expectation]) =>
    expectation === 'passed' ? [] : [[state, expectation] as const],
  );
  const reached = exploreStates(machine, { inputs, events, ...(project && { project }) }).map(
    ({ state }) => state as AnyMachineSnapshot,
  );
  describe(`screen ${name}`, () => {
    test('every state has an expectation, and every expectation a state', () => {
      const isPassed = (name: string) => expectations[name as StateName<M>] === 'passed';
      const seen = new Set(
        reached.flatMap(({ value, status }) => namesOf(value).filter((name) => status === 'active' || !isPassed(name))),
      );
      expect([...seen].sort()).toEqual(expected.map(([state]) => state).sort());
    });

    test.each(expected)('%s', (stateName, { heading, texts = [], fields = [], buttons = {} }) => {
      const cans = (state: AnyMachineSnapshot) => Object.values(buttons).map((event) => state.can(event));
      const states = reached.filter(({ value }) => namesOf(value).includes(stateName));
      for (const state of distinct(states, (each) => JSON.stringify([each.value, cans(each)]))) {
        const { container, unmount } = renderScreen(<Screen state={state as SnapshotFrom<M>} send={() => {}} />);
        expect(container.querySelector('h1')?.textContent).toBe(heading);
        for (const text of texts) expect(container.textContent).toContain(text);
        if (fields !== 'any') expect(typable(container)).toEqual(fields);
        expect([...container.querySelectorAll('form[aria-busy] [type="checkbox"]:not([aria-busy])')]).toEqual([]);
        const shown = Object.keys(buttons).map((label) => buttonsNamed(container, label).map(isOn));
        expect(shown).toEqual(cans(state).map((can, index) => shown[index]?.map(() => can)));
        expect(shown.map(({ length }) => length)).not.toContain(0);
        unmount();
      }
    });

    const recorder = new CoverageRecorder(machine);
    afterAll(() => addCoverage(recorder));
    const labelOf: LabelOf = ({ value }, event) => {
      const buttons = namesOf(value).flatMap((state) => {
        const expectation: ScreenExpectation<M> | 'passed' | undefined = expectations[state as StateName<M>];
        return expectation === undefined || expectation === 'passed' ? [] : Object.entries(expectation.buttons ?? {});
      });
      const print = JSON.stringify(plain(event));
      return buttons.find(([, sends]) => JSON.stringify(plain(sends)) === print)?.[0];
    };
    test.each(planOf(cases).paths.map((path) => [path.title, path] as const))('through the screen: %s', (_, path) => {
      walkOnScreen(machine, path, { screen: Screen, labelOf, recorder, render: renderScreen });
    });
  });
}

/** A state with its child flows in their initial state, since a walk records only that they run. */
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

/** Buttons by their label; searched by text content for speed, since a walk renders hundreds of pages. */
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
