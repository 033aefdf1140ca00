import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { preserveEarlyInput, reactListens } from '#app/document/earlyInput.ts';
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
  delete document.documentElement.dataset['listening'];
});

/** The page's form and button, with the number of times that the app has received its submission. */
function app() {
  const root = document.getElementById('root') ?? expect.fail();
  const form = root.querySelector('form') ?? expect.fail();
  const button = root.querySelector<HTMLButtonElement>('button[type=button]') ?? expect.fail();
  const submissions = vi.fn((event: Event) => event.preventDefault());
  return { root, form, button, submissions };
}

test('where the page is rendered anew, typing goes on at the caret', () => {
  const { root, form } = app();
  const early = form.querySelector('input') ?? expect.fail();
  const onRendered = preserveEarlyInput(root);
  early.value = 'ana@example.com';
  early.focus();
  early.setSelectionRange(2, 3);
  root.innerHTML = '<form><input name="email" type="text"></form>';
  onRendered();
  const field = root.querySelector('input') ?? expect.fail();
  expect(field).toHaveProperty('value', 'ana@example.com');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 3]);
});

test('a checkbox that was ticked by keyboard keeps tick and focus where the page is rendered anew', () => {
  const { root, form } = app();
  form.insertAdjacentHTML('beforeend', '<input type="checkbox" name="remember_me">');
  const early = form.querySelector<HTMLInputElement>('[name=remember_me]') ?? expect.fail();
  const onRendered = preserveEarlyInput(root);
  early.focus();
  early.click();
  root.innerHTML = '<form><input name="email"><input type="checkbox" name="remember_me"></form>';
  onRendered();
  const box = root.querySelector<HTMLInputElement>('[name=remember_me]') ?? expect.fail();
  expect(box.checked).toBe(true);
  expect(document.activeElement).toBe(box);
});

test('a form that is submitted before hydration is submitted once, by the app', () => {
  const { root, form, submissions } = app();
  const onRendered = preserveEarlyInput(root);
  form.requestSubmit();
  form.addEventListener('submit', submissions);
  onRendered();
  onRendered();
  vi.runAllTimers();
  expect(submissions).toHaveBeenCalledTimes(1);
});

test('a form that is submitted after hydration is not submitted again when another flow is rendered', () => {
  const { root, form, submissions } = app();
  const onRendered = preserveEarlyInput(root);
  form.addEventListener('submit', submissions);
  onRendered();
  vi.runAllTimers();
  form.requestSubmit();
  onRendered();
  vi.runAllTimers();
  expect(submissions).toHaveBeenCalledTimes(1);
});

test('a button that is pressed before hydration is pressed once more, and none that is pressed later', () => {
  const { root, button } = app();
  const onRendered = preserveEarlyInput(root);
  button.click();
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  onRendered();
  vi.runAllTimers();
  expect(pressed).toHaveBeenCalledTimes(1);
  button.click();
  onRendered();
  vi.runAllTimers();
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a button that is pressed once React listens is not pressed again', () => {
  const { root, button } = app();
  const onRendered = preserveEarlyInput(root);
  reactListens();
  button.click();
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  onRendered();
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});

test('a form that is submitted once React listens is submitted by the app as well', () => {
  const { root, form, submissions } = app();
  const onRendered = preserveEarlyInput(root);
  reactListens();
  form.requestSubmit();
  form.addEventListener('submit', submissions);
  onRendered();
  vi.runAllTimers();
  expect(submissions).toHaveBeenCalledTimes(1);
});

test('a button that is replaced since is not pressed', () => {
  const { root, button } = app();
  const onRendered = preserveEarlyInput(root);
  button.click();
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  button.replaceWith(button.cloneNode(true));
  onRendered();
  vi.runAllTimers();
  expect(pressed).not.toHaveBeenCalled();
});

test('of a page that is rendered anew, the form with the same fields is submitted, after what is being rendered', () => {
  const { root, form } = app();
  const onRendered = preserveEarlyInput(root);
  form.requestSubmit();
  root.innerHTML =
    '<form id="search"><input name="q"></form><form id="login"><input name="code"><input name="email"></form>';
  const submitted: string[] = [];
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    submitted.push((event.target as Element).id);
  });
  onRendered();
  expect(submitted).toEqual([]);
  vi.runAllTimers();
  expect(submitted).toEqual(['login']);
});

test('a form with some of its fields is not taken for it, one with a field without a name is', () => {
  const { root, form } = app();
  form.insertAdjacentHTML('beforeend', '<input name="password"><input aria-label="unnamed">');
  const onRendered = preserveEarlyInput(root);
  form.requestSubmit();
  root.innerHTML =
    '<form id="part"><input name="email"></form><form id="whole"><input name="email"><input name="password"></form>';
  const submitted: string[] = [];
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    submitted.push((event.target as Element).id);
  });
  onRendered();
  vi.runAllTimers();
  expect(submitted).toEqual(['whole']);
});

test('a form whose fields are gone is not submitted', () => {
  const { root, form } = app();
  const onRendered = preserveEarlyInput(root);
  form.requestSubmit();
  root.innerHTML = '<form><input name="q"></form>';
  const submitted = vi.fn();
  root.addEventListener('submit', submitted);
  onRendered();
  vi.runAllTimers();
  expect(submitted).not.toHaveBeenCalled();
});

test('the page says from then on that it is wired', () => {
  const { root } = app();
  const onRendered = preserveEarlyInput(root);
  expect('hydrated' in document.documentElement.dataset).toBe(false);
  onRendered();
  expect('hydrated' in document.documentElement.dataset).toBe(true);
});

describe('input before the page is rendered anew', () => {
  const fields =
    '<input name="email" type="email" value="before@example.com"><input name="password" type="password">' +
    '<input name="terms" type="checkbox" value="on"><input name="news" type="checkbox" value="on" checked>' +
    '<input aria-label="search" type="text"><input name="a&quot;b" type="text">';

  /** A page with these fields, as prerendered. */
  function page() {
    const { root } = app();
    root.innerHTML = fields;
    const field = (selector: string) => root.querySelector<HTMLInputElement>(selector) ?? expect.fail(selector);
    return { root, field, onRendered: preserveEarlyInput(root) };
  }

  test('is in the new fields: texts, ticks and the focus, and the app is told of it', () => {
    const { root, field, onRendered } = page();
    field('[name=email]').value = 'ann@example.com';
    field('[name=password]').value = 'correct horse';
    field('[name=terms]').checked = true;
    field('[name=news]').checked = false;
    field('[type=password]').focus();
    field('input:last-child').value = 'odd';
    root.innerHTML = fields;
    const told: string[] = [];
    for (const kind of ['input', 'click']) {
      root.addEventListener(kind, ({ target }) => told.push(`${kind} ${(target as HTMLInputElement).name}`));
    }
    onRendered();
    expect(field('[name=email]').value).toBe('ann@example.com');
    expect(field('[name=password]').value).toBe('correct horse');
    expect([field('[name=terms]').checked, field('[name=news]').checked]).toEqual([true, false]);
    expect(field('input:last-child').value).toBe('odd');
    expect(document.activeElement).toBe(field('[type=password]'));
    expect(told).toEqual(expect.arrayContaining(['input email', 'input password', 'click terms', 'click news']));
  });

  test('that was not edited changes nothing, so that what the app fills in stays', () => {
    const { root, field, onRendered } = page();
    root.innerHTML = fields;
    field('[name=email]').value = 'of the app';
    field('[name=terms]').checked = true;
    const told = vi.fn();
    root.addEventListener('input', told);
    onRendered();
    expect([field('[name=email]').value, field('[name=terms]').checked]).toEqual(['of the app', true]);
    expect(told).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(document.body);
  });

  test('that the app has ticked as well stays ticked', () => {
    const { root, field, onRendered } = page();
    field('[name=terms]').checked = true;
    root.innerHTML = fields;
    field('[name=terms]').checked = true;
    onRendered();
    expect(field('[name=terms]').checked).toBe(true);
  });

  test('goes to no field of another kind or without a name, and fields that are kept are left alone', () => {
    const { root, field, onRendered } = page();
    const kept = field('[name=email]');
    kept.value = 'kept@example.com';
    field('[name=password]').value = 'correct horse';
    field('[aria-label]').value = 'searched';
    root.replaceChildren(kept);
    root.insertAdjacentHTML('beforeend', '<input name="password" type="text"><input aria-label="search" type="text">');
    const told = vi.fn();
    root.addEventListener('input', told);
    onRendered();
    expect(field('[name=password]').value).toBe('');
    expect(field('[aria-label]').value).toBe('');
    expect(told).not.toHaveBeenCalled();
  });

  test('is moved once: what is typed later is not replaced by it', () => {
    const { root, field, onRendered } = page();
    field('[name=email]').value = 'ann@example.com';
    root.innerHTML = fields;
    onRendered();
    root.innerHTML = fields;
    field('[name=email]').value = 'later@example.com';
    onRendered();
    expect(field('[name=email]').value).toBe('later@example.com');
  });
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

test.each([
  [null, undefined],
  [['google', 'azure'], 'google azure'],
  [[], ''],
])(
  'where the server offers %o for single sign-on, the page is marked with %o before the app has loaded',
  (ssoProviders, mark) => {
    if (ssoProviders) {
      document.body.innerHTML = `<script id="settings" type="application/json">${JSON.stringify({ ssoProviders })}</script>`;
    }
    new Function(earlyScript)();
    expect(document.documentElement.dataset['sso']).toBe(mark);
    delete document.documentElement.dataset['sso'];
  },
);
