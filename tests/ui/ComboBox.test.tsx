import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ComboBox, type ComboBoxProps } from '#ui/ComboBox.tsx';
import type { ComboOption } from '#ui/comboSearch.ts';
import { render } from './render.tsx';

/** Thousands of options are prepared in short tasks. */
const patient = { timeout: 20_000 };

const AREAS = 5651;
const named = ['Łódź', 'München', 'São Paulo', 'Weißenburg', 'Berlin', 'Bonnweiler', 'Bonn'];
const areas: readonly ComboOption[] = Array.from({ length: AREAS }, (_, index) => ({
  id: `a${index}`,
  label: named[index] ?? `Place ${index}`,
  keywords: [`+49 ${10_000 + index}`],
}));

function Area(props: Partial<ComboBoxProps>) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <>
      <ComboBox name="area" label="Area code" options={areas} {...props} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button">After</button>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Area code' });
const options = () => screen.queryAllByRole('option');
const value = () => document.querySelector('output')?.textContent;
const marked = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '');

test('of 5,651 areas only the visible ones are rendered, each with its position among all', async () => {
  const user = userEvent.setup();
  render(<Area />);
  await user.click(input());
  expect(input().getAttribute('aria-expanded')).toBe('true');
  expect(options().length).toBeGreaterThan(5);
  expect(options().length).toBeLessThan(40);
  expect(options()[0]?.getAttribute('aria-setsize')).toBe(String(AREAS));
  expect(options()[0]?.getAttribute('aria-posinset')).toBe('1');
});

test.each([1, 50, 51, 500, 5000])('all of %i options can be scrolled to', async (count) => {
  const user = userEvent.setup();
  render(<Area options={areas.slice(0, count)} />);
  await user.click(input());
  expect(options()[0]?.getAttribute('aria-setsize')).toBe(String(count));
  await user.keyboard('{End}');
  expect(marked()?.getAttribute('aria-posinset')).toBe(String(count));
  expect(await screen.findByText(count === 1 ? '1 option' : `${count.toLocaleString('en')} options`)).toBeTruthy();
});

test.each([
  ['lodz', 'Łódź'],
  ['MUNCHEN', 'München'],
  ['muench', 'München'],
  ['bonn', 'Bonn'],
  ['sao p', 'São Paulo'],
  ['weissen', 'Weißenburg'],
  ['10004', 'Berlin'],
  ['010004', 'Berlin'],
])('“%s” finds %s first, and Enter selects it', async (text, label) => {
  const user = userEvent.setup();
  render(<Area />);
  await user.type(input(), text);
  await vi.waitFor(() => expect(marked()?.textContent).toContain(label));
  await user.keyboard('{Enter}');
  expect(value()).toBe(`a${named.indexOf(label)}`);
  expect(input().value).toBe(label);
  expect(input().getAttribute('aria-expanded')).toBe('false');
});

test('arrow keys highlight an option, which is always rendered; Escape keeps the selection', async () => {
  const user = userEvent.setup();
  render(<Area value="a4" />);
  expect(input().value).toBe('Berlin');
  await user.click(input());
  expect(marked()?.textContent).toContain('Berlin');
  expect(marked()?.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowDown}');
  expect(marked()?.getAttribute('aria-posinset')).toBe('6');
  await user.keyboard('{End}');
  expect(marked()?.getAttribute('aria-posinset')).toBe(String(AREAS));
  await user.keyboard('{Escape}');
  expect(value()).toBe('a4');
  expect(input().value).toBe('Berlin');
});

test('leaving without a selection restores the selected text; typing selects nothing', async () => {
  const user = userEvent.setup();
  render(<Area value="a4" />);
  await user.click(input());
  await user.clear(input());
  await user.keyboard('nowhere at all');
  expect(await screen.findByText('No matches. Try fewer letters or digits.', {}, patient)).toBeTruthy();
  expect(options()).toHaveLength(0);
  await user.tab();
  expect(input().value).toBe('Berlin');
  expect(value()).toBe('a4');
});

describe('a text that is not chosen', () => {
  const type = async (text: string) => {
    const user = userEvent.setup();
    render(<Area value="a4" />);
    await user.click(input());
    await user.clear(input());
    if (text) await user.keyboard(text);
    return user;
  };
  const restored = () => expect([input().value, value()]).toEqual(['Berlin', 'a4']);

  test('where nothing matches, Enter leaves it to be corrected', async () => {
    const user = await type('nowhere at all');
    expect(await screen.findByText('No matches. Try fewer letters or digits.', {}, patient)).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(input().value).toBe('nowhere at all');
    expect(screen.getByText('No matches. Try fewer letters or digits.')).toBeTruthy();
    await user.tab();
    restored();
  });

  test('does not stay empty after Enter and leaving', async () => {
    const user = await type('');
    await user.keyboard('{Enter}');
    await user.tab();
    restored();
  });

  test('does not stay when the list is closed with the arrow beside it', async () => {
    const user = await type('nowhere at all');
    await user.click(document.querySelector('.combo-sign') as Element);
    expect(input().getAttribute('aria-expanded')).toBe('false');
    restored();
  });

  test('is not chosen when a keyboard on the screen takes the focus away', async () => {
    await type('bonn');
    await vi.waitFor(() => expect(marked()?.textContent).toBe('Bonn'));
    act(() => input().blur());
    restored();
  });
});

test('a click selects, and the focus stays in the field', async () => {
  const user = userEvent.setup();
  render(<Area />);
  await user.type(input(), 'lodz');
  await user.click(screen.getByRole('option', { name: /Łódź/ }));
  expect(value()).toBe('a0');
  expect(document.activeElement).toBe(input());
});

test('busy, disabled and empty lists do not open and say why', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Area busy options={[]} />);
  expect(screen.getByText('Loading…')).toBeTruthy();
  expect(input().getAttribute('aria-busy')).toBe('true');
  rerender(<Area options={[]} emptyText="No areas here." />);
  expect(screen.getByText('No areas here.')).toBeTruthy();
  rerender(<Area enabled={false} />);
  expect(input().disabled).toBe(true);
  await user.click(input());
  expect(options()).toHaveLength(0);
});

test('a selection changed by the app shows the new text', () => {
  const change = vi.fn();
  const box = (props: Partial<ComboBoxProps>) => (
    <ComboBox name="area" label="Area code" options={areas} value="" onChange={change} {...props} />
  );
  const { rerender } = render(box({ value: 'a1' }));
  expect(input().value).toBe('München');
  rerender(box({ value: '' }));
  expect(input().value).toBe('');
  rerender(box({ value: 'a2' }));
  expect(input().value).toBe('São Paulo');
  expect(change).not.toHaveBeenCalled();
});

test('an error is associated with the field', () => {
  render(<Area error="Choose an area." />);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input().getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose an area.');
});

test('Tab selects the highlighted option and moves on', async () => {
  const user = userEvent.setup();
  render(<Area />);
  await user.type(input(), 'lodz');
  await user.tab();
  expect(value()).toBe('a0');
  expect(document.activeElement?.textContent).toBe('After');
});

test('a key is painted before the list follows it', async () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  render(<Area />);
  fireEvent.change(input(), { target: { value: 'bonnw' } });
  expect(input().value).toBe('bonnw');
  expect(options()[0]?.textContent).toContain('Łódź');
  act(() => frames.mock.calls[0]?.[0](0));
  await vi.waitFor(() => expect(options()[0]?.textContent).toContain('Bonnweiler'));
});

test('a click into the open field keeps it open', async () => {
  const user = userEvent.setup();
  render(<Area />);
  await user.type(input(), 'place');
  await user.click(input());
  expect(input().getAttribute('aria-expanded')).toBe('true');
  expect(input().value).toBe('place');
});

test('disabled while focused, it keeps the focus, does not open and ignores typing', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Area />);
  await user.tab();
  rerender(<Area enabled={false} />);
  await user.keyboard('{ArrowDown}Bonn{Enter}');
  expect(document.activeElement).toBe(input());
  expect(input().getAttribute('aria-disabled')).toBe('true');
  expect(input().getAttribute('aria-expanded')).toBe('false');
  expect(input().value).toBe('');
  await user.tab();
  expect(input().disabled).toBe(true);
});

describe('keys that come faster than the list follows', () => {
  // Outside of `act`, as in a browser: what is not urgent is rendered later.
  beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
  afterEach(() => void vi.unstubAllGlobals());

  test.each(['Enter', 'Tab'])('%s chooses the best match of the whole text', async (key) => {
    render(<Area />);
    await userEvent.click(input());
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), 'bonnw');
    input().dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    expect(options()[0]?.textContent).toContain('Łódź');
    input().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    if (key === 'Tab') screen.getByRole('button', { name: 'After' }).focus();
    await vi.waitFor(() => expect(value()).toBe('a5'));
    expect(input().value).toBe('Bonnweiler');
  });
});

test('text set by a script with an input event starts a search', async () => {
  render(<Area />);
  act(() => input().focus());
  input().value = 'Weiss';
  fireEvent(input(), new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(marked()?.textContent).toContain('Weißenburg'));
});

describe('a list that is not yet prepared for the search', () => {
  const last = [...areas, { id: 'last', label: 'Beuel' }];

  /** Types on a processor that has time for some hundred options between two keys. */
  function typeAtOnce(text: string) {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3));
    onTestFinished(() => void vi.restoreAllMocks());
    render(<Area options={last} />);
    fireEvent.click(input());
    fireEvent.change(input(), { target: { value: text } });
  }

  test('is searched to its end by itself', async () => {
    typeAtOnce('beuel');
    await vi.waitFor(() => expect(options()).toEqual([]));
    expect(screen.queryByText('No matches. Try fewer letters or digits.')).toBeNull();
    expect(await screen.findByRole('option', { name: 'Beuel' }, patient)).toBeTruthy();
  });

  test.each(['Enter', 'Tab'])('%s chooses the best match of the whole list', (key) => {
    typeAtOnce('beuel');
    fireEvent.keyDown(input(), { key });
    if (key === 'Tab') fireEvent.blur(input(), { relatedTarget: screen.getByRole('button', { name: 'After' }) });
    expect(value()).toBe('last');
  });
});
