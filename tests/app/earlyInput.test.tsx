import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preserveEarlyInput } from '#app/document/earlyInput.ts';
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
