import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preserveEarlyInput } from '#app/document/earlyInput.ts';
import { UNSAVED_INPUT_KEY } from '#contract/browser.ts';
import { earlyScript } from '#contract/earlyScript.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML =
    '<div id="root"><form><input name="email"><button>Log in</button></form><button type="button">Language</button></div>';
  // The script of every prerendered page, as the browser runs it.
  new Function(earlyScript)();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  delete document.documentElement.dataset['hydrated'];
});

/** The page's form, with the number of times that the app has received its submission. */
function app() {
  const root = document.getElementById('root') ?? expect.fail();
  const form = root.querySelector('form') ?? expect.fail();
  const submissions = vi.fn((event: Event) => event.preventDefault());
  return { root, form, submissions };
}

test('a form that is submitted before hydration is submitted once, by the app', () => {
  const { root, form, submissions } = app();
  const drawn = preserveEarlyInput(root);
  form.requestSubmit();
  form.addEventListener('submit', submissions);
  drawn();
  drawn();
  vi.runAllTimers();
  expect(submissions).toHaveBeenCalledTimes(1);
});

test('a form that is submitted after hydration is not submitted again when another flow is rendered', () => {
  const { root, form, submissions } = app();
  const drawn = preserveEarlyInput(root);
  form.addEventListener('submit', submissions);
  drawn();
  vi.runAllTimers();
  form.requestSubmit();
  drawn();
  vi.runAllTimers();
  expect(submissions).toHaveBeenCalledTimes(1);
});

test('a button that is pressed before hydration is pressed once more, and none that is pressed later', () => {
  const { root } = app();
  const drawn = preserveEarlyInput(root);
  const button = root.querySelector<HTMLButtonElement>('button[type=button]') ?? expect.fail();
  button.click();
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  drawn();
  vi.runAllTimers();
  expect(pressed).toHaveBeenCalledTimes(1);
  button.click();
  drawn();
  vi.runAllTimers();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test.each([
  ['/signup/?token=r-1', null, true],
  ['/de/signup?l=de&token=r-1', null, true],
  ['/signup/', '{"token":"r-1"}', true],
  ['/signup/?token=', null, false],
  ['/signup/?other_token=r-1', null, false],
  ['/signup/', '{"first_name":"Ann"}', false],
  ['/signup/', null, false],
  ['/signup/', '{', false],
  ['/login/?token=c-1', '{"token":"r-1"}', false],
  ['/signup/more/?token=r-1', null, false],
])('at %s, where the tab has stored %s, step 1 is hidden: %s', (address, stored, isHidden) => {
  delete document.documentElement.dataset['resumed'];
  history.replaceState(null, '', address);
  if (stored !== null) sessionStorage.setItem(UNSAVED_INPUT_KEY, stored);
  new Function(earlyScript)();
  expect('resumed' in document.documentElement.dataset).toBe(isHidden);
  delete document.documentElement.dataset['resumed'];
  history.replaceState(null, '', '/');
  sessionStorage.clear();
});
