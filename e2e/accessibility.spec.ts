import { deep, deepUnless } from './support/deep.ts';
import { needs } from './support/driver.ts';
import { fieldFaults } from './support/fieldFaults.ts';
import { overflows, unbracketed, undrawn, unseenFocus } from './support/layout.ts';
import { faintPlaceholders } from './support/placeholders.ts';
import { setTimeLimit } from './support/slowCpu.ts';
import { expect, type Gallery, test, violations } from './support/states.ts';

/** Every screen that is drawn in the states of its flow, and the pages of text. */
const screens = [
  'login',
  'recovery',
  'new password',
  'invitation',
  'consent',
  'resumption',
  'teamChoice',
  'registration',
  'account, new',
  'account, changed before the e-mail is verified',
  'account, confirmed after single sign-on',
  'account, verified',
  'verification',
  'plan and number (verify-first)',
  'plan (plan-first)',
  'number (plan-first)',
  'select a phone number',
  'billing',
  'bank',
  'dashboard',
  'team',
  'sessions',
  'cancellation',
  'cancellation after the trial',
  'numberChange',
  'userCount',
  'secondFactor',
  'passwordChange',
  'banner',
  'home',
  'contact',
  'terms',
  'privacy',
  'external landing',
  'not found',
];
/** The pages are many and stay open: a recording of each would take longer than the tests. */
test.use({ trace: 'off' });
// Each worker walks through every flow before its first test; without the deep ones there are too few tests for four.
test.describe.configure({ mode: process.env['DEEP'] ? 'parallel' : 'default' });

const languages = ['en', 'de', 'es', 'pl', 'pt', 'mx', 'br'];

test('every screen that has states is checked by this file', async ({ gallery }) => {
  expect(await gallery.names()).toEqual(expect.arrayContaining(screens));
  expect(await gallery.names()).toHaveLength(screens.length);
});

/** Judges states of screens and says all that was found at once. */
async function judged(gallery: Gallery, names: string[], which: 'all' | 'one', judge: () => Promise<string[]>) {
  const found: string[] = [];
  for (const screen of names) {
    let drawn = 0;
    await gallery.each(screen, which, async (title) => {
      drawn += 1;
      for (const one of await judge()) found.push(`${screen}, ${title}: ${one}`);
    });
    expect(drawn, screen).toBeGreaterThan(0);
  }
  expect(found).toEqual([]);
}

for (const language of languages) {
  // What axe judges hardly depends on the language: the others are judged in the deep run, in every state.
  test(
    `${language}: axe finds nothing on any screen, in light and dark`,
    deepUnless(language === 'en'),
    async ({ gallery }) => {
      setTimeLimit(300_000);
      await gallery.setLanguage(language);
      for (const colorScheme of ['light', 'dark'] as const) {
        await gallery.setColorScheme(colorScheme);
        const rules = colorScheme === 'light' ? 'all' : 'colours';
        await judged(gallery, screens, 'one', () => violations(gallery.page, 'body', rules));
      }
    },
  );

  for (const screen of screens) {
    test(`${language}, ‘${screen}’: axe finds nothing in any state, in light and dark`, deep, async ({ gallery }) => {
      setTimeLimit(600_000);
      await gallery.setLanguage(language);
      for (const colorScheme of ['light', 'dark'] as const) {
        await gallery.setColorScheme(colorScheme);
        const rules = colorScheme === 'light' ? 'all' : 'colours';
        await judged(gallery, [screen], 'all', () => violations(gallery.page, 'main', rules));
      }
    });
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the placeholders of fields can be read, ${colorScheme}`, async ({ gallery }) => {
    setTimeLimit(120_000);
    await gallery.setColorScheme(colorScheme);
    await judged(gallery, ['select a phone number'], 'all', () => faintPlaceholders(gallery.page));
  });
}

for (const language of languages) {
  // The words of this one are the longest.
  test(`${language}: nothing is cut off on any screen at 280 and 320 px`, deep, async ({ gallery }) => {
    setTimeLimit(300_000);
    await gallery.setLanguage(language);
    for (const width of [280, 320]) {
      await gallery.page.setViewportSize({ width, height: 640 });
      await judged(gallery, screens, 'one', () => overflows(gallery.page));
    }
  });

  // A window of 360 px has half as many pixels of the page in it. Long words have to break there.
  test(`${language}: on a phone with letters twice as large nothing is cut off`, deep, async ({ gallery }) => {
    setTimeLimit(180_000);
    await gallery.setLanguage(language);
    await gallery.page.setViewportSize({ width: 180, height: 370 });
    await judged(gallery, screens, 'one', async () =>
      (await overflows(gallery.page)).filter((found) => !found.endsWith('is broken')),
    );
  });

  test(`${language}: nothing is cut off in any state at 320 and 1440 px`, deep, async ({ gallery }) => {
    setTimeLimit(600_000);
    await gallery.setLanguage(language);
    for (const width of [320, 1440]) {
      await gallery.page.setViewportSize({ width, height: 640 });
      await judged(gallery, screens, 'all', () => overflows(gallery.page));
    }
  });
}

test('every field of every screen is visible, declares its purpose, and is large enough to avoid zoom on phones', async ({
  gallery,
}) => {
  setTimeLimit(120_000);
  let codes = 0;
  await judged(gallery, screens, 'one', async () => {
    codes += await gallery.page.locator('[autocomplete="one-time-code"]').count();
    return gallery.page.evaluate(fieldFaults);
  });
  expect(codes).toBeGreaterThan(1);
});

/** What no catalogue of ours says: names, what people typed, dates, and what the server or the browser calls a place or a currency. */
const names = new Set([
  ...['Ringwell', 'Visa', 'Safari', 'Firefox', 'Edge', '5 Apr 2025'],
  ...['EN', 'DE', 'ES', 'PL', 'PT', 'English', 'Deutsch', 'Español', 'Polski', 'Português'],
  ...['Acme', 'Ann Archer', 'Bo Berg', 'ann@acme.example', 'bo@acme.example', 'cy@acme.example'],
  ...['Germany', 'United States', 'Germany (+49)', 'United States (+1)', 'New York', 'Geographic', 'Toll-free'],
  ...['USD – US Dollar', 'EUR – Euro', 'GBP – British Pound', 'PLN – Polish Zloty', 'Wrong password.'],
]);
/** Pages of text are written in each language as a whole, not in the catalogue. */
const articles = ['home', 'contact', 'terms', 'privacy'];

test('every text on every screen comes from the message catalogue', deep, async ({ gallery }) => {
  setTimeLimit(180_000);
  await gallery.setLanguage('bracketed');
  const drawn = screens.filter((screen) => !articles.includes(screen));
  await judged(gallery, drawn, 'all', () => unbracketed(gallery.page, (text) => names.has(text)));
});

for (const { width, height } of [
  { width: 320, height: 640 },
  { width: 1280, height: 720 },
]) {
  test(`every control of every screen shows its focus at ${width} px`, deep, async ({ gallery }) => {
    setTimeLimit(180_000);
    await gallery.page.setViewportSize({ width, height });
    await judged(gallery, screens, 'one', () => unseenFocus(gallery.page));
  });
}

for (const [zoom, width, height] of [
  // A window of 1280 × 720 has half as many pixels of the page in it, one of 1280 × 1024 a quarter.
  [200, 640, 360],
  [400, 320, 256],
] as const) {
  test(`at ${zoom} % zoom everything fits, and the focus is visible`, deep, async ({ gallery }) => {
    setTimeLimit(180_000);
    await gallery.page.setViewportSize({ width, height });
    await judged(gallery, screens, 'one', async () => [
      ...(await overflows(gallery.page)),
      ...(await unseenFocus(gallery.page)),
    ]);
  });
}

test('at twice the font size every icon is twice as large', async ({ gallery }) => {
  setTimeLimit(120_000);
  const widths = (size: string) =>
    gallery.page.evaluate((fontSize) => {
      const root = document.documentElement;
      // Hidden meanwhile: the browser keeps the lengths from attributes until the element is laid out again.
      root.hidden = true;
      root.style.fontSize = fontSize;
      root.getBoundingClientRect();
      root.hidden = false;
      const icons = [...document.querySelectorAll('#root svg:not(.picture)')];
      return icons.map((icon) => icon.getBoundingClientRect().width);
    }, size);
  let icons = 0;
  await judged(gallery, screens, 'one', async () => {
    const large = await widths('200%');
    const usual = await widths('');
    icons += usual.length;
    return usual.flatMap((width, at) => (large[at] === 2 * width ? [] : [`an icon of ${width} px is ${large[at]} px`]));
  });
  expect(icons).toBeGreaterThan(0);
});

test(
  'with forced colours every control, choice and sign is drawn, and the focus is visible',
  deep,
  async ({ gallery }) => {
    needs('further media features');
    setTimeLimit(180_000);
    await gallery.page.emulateMedia({ forcedColors: 'active' });
    await judged(gallery, screens, 'one', async () => [
      ...(await undrawn(gallery.page)),
      ...(await unseenFocus(gallery.page)),
    ]).finally(() => gallery.page.emulateMedia({ forcedColors: 'none' }));
  },
);

test('for a person who asks for more contrast no text is soft, and the edges of fields are as dark as text', async ({
  gallery,
}) => {
  needs('further media features');
  setTimeLimit(120_000);
  await gallery.page.emulateMedia({ contrast: 'more' });
  let drawn = 0;
  await judged(gallery, ['login', 'billing'], 'one', async () => {
    const [ink, ...others] = await gallery.page.evaluate(() => {
      const seen = (selector: string) =>
        [...document.querySelectorAll(`main ${selector}`)].map((one) => getComputedStyle(one));
      const soft = seen(':is(.soft, .sheet-lead, .field-hint)').map(({ color }) => color);
      const edges = seen('.input:not([aria-invalid], :has([aria-invalid]), :focus, :focus-within)');
      return [getComputedStyle(document.body).color, ...soft, ...edges.map(({ borderTopColor }) => borderTopColor)];
    });
    drawn += others.length;
    return others.filter((colour) => colour !== ink);
  }).finally(() => gallery.page.emulateMedia({ contrast: 'no-preference' }));
  expect(drawn).toBeGreaterThan(10);
});

for (const screen of screens) {
  test(`‘${screen}’ as screen readers announce it`, async ({ gallery }) => {
    const trees: string[] = [];
    await gallery.each(screen, 'one', async (title) => {
      trees.push(`# ${title}`, await gallery.page.locator('main').ariaSnapshot());
    });
    expect(`${trees.join('\n')}\n`).toMatchSnapshot(`${screen}.yml`);
  });
}

test('the frame of every screen as screen readers announce it', async ({ gallery }) => {
  const frames: string[] = [];
  await gallery.each('login', 'one', async () => {
    await gallery.page.getByRole('main').evaluate((main) => main.replaceChildren());
    frames.push(await gallery.page.locator('body').ariaSnapshot());
  });
  expect(frames[0]).toMatchSnapshot('frame.yml');
});
