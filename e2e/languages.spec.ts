import { allPaths, pathTo } from '../src/domain/routes.ts';
import { deep, deepUnless } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { PASSWORD, people } from './support/logIn.ts';
import { codeIn } from './support/server.ts';
import { storedConfig } from './support/storedConfig.ts';

/** Words by which a native speaker recognises the language; written here, not taken from the catalogues. */
const languages = {
  en: {
    tag: 'en',
    prefix: '',
    login: /^Log in$/,
    password: 'Password',
    blank: 'This value should not be blank.',
    account: "Let's create your account",
    mail: /code/i,
  },
  de: {
    tag: 'de',
    prefix: '/de',
    login: /Anmelden|Einloggen/,
    password: 'Passwort',
    blank: /nicht leer|ausfüllen/,
    account: /Konto/,
    mail: /code/i,
  },
  es: {
    tag: 'es',
    prefix: '/es',
    login: /Iniciar sesión|Acceder|Entrar/,
    password: 'Contraseña',
    blank: /vacío|en blanco/,
    account: /cuenta/,
    mail: /código/i,
  },
  pl: {
    tag: 'pl',
    prefix: '/pl',
    login: /Zaloguj|Logowanie/,
    password: 'Hasło',
    blank: /pust/,
    account: /konto/,
    mail: /kod/i,
  },
  pt: {
    tag: 'pt',
    prefix: '/pt',
    login: /Iniciar sessão|Entrar/,
    password: /Palavra-passe/,
    blank: /vazio|em branco/,
    account: /conta/,
    mail: /código/i,
  },
  mx: {
    tag: 'es-MX',
    prefix: '/mx',
    login: /Iniciar sesión|Entrar/,
    password: 'Contraseña',
    blank: /vacío|en blanco/,
    account: /cuenta/,
    mail: /código/i,
  },
  br: {
    tag: 'pt-BR',
    prefix: '/br',
    login: /Entrar|Fazer login/,
    password: 'Senha',
    blank: /vazio|em branco/,
    account: /conta/,
    mail: /código/i,
  },
} as const;

const loginPath = (key: keyof typeof languages) => (key === 'pl' ? '/pl/zaloguj/' : `${languages[key].prefix}/login/`);

for (const [key, words] of Object.entries(languages) as [
  keyof typeof languages,
  (typeof languages)[keyof typeof languages],
][]) {
  test(
    `${words.tag}: login with the mailed code, every text in that language`,
    deepUnless(key === 'pl'),
    async ({ page, product }) => {
      await page.goto(loginPath(key));
      await expect(page.locator('html')).toHaveAttribute('lang', words.tag);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.login);
      const [title, name] = (await page.title()).split(' | ');
      expect(title).toMatch(words.login);
      expect(name).toBe('Ringwell');
      const description = await page.locator('meta[name="description"]').getAttribute('content');
      expect(/\b(the|your)\b/.test(description ?? 'the')).toBe(key === 'en');
      const submit = page.locator('form button[type="submit"]');
      await submit.click();
      await expect(page.getByText(words.blank).first()).toBeVisible();
      await page.locator('input[name="email"]').fill(people.owner);
      await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      const before = (await product.mails(people.owner)).length;
      await submit.click();
      await expect(page).toHaveURL(new RegExp(`${words.prefix}/login2fa/$`));
      const mail = await product.nextMail(people.owner, before);
      expect(mail.subject).toMatch(words.mail);
      await page.locator('input[name="code"]').fill(codeIn(mail));
      await expect(page).toHaveURL(new RegExp(`${words.prefix}/app/$`));
      await expect(page.locator('html')).toHaveAttribute('lang', words.tag);
      if (key !== 'en')
        await expect(page.getByText(/\b(Your trial|Log out|Change password|Teammates)\b/)).toHaveCount(0);
    },
  );

  test(`${words.tag}: the sign-up starts in that language`, deep, async ({ page }) => {
    await page.goto(`${words.prefix}/signup/`);
    await expect(page.locator('html')).toHaveAttribute('lang', words.tag);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words.account);
    await page.locator('form button[type="submit"]').click();
    await expect(page.getByText(words.blank).first()).toBeVisible();
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    if (key !== 'en') expect(description).not.toMatch(/free trial/);
  });
}

/** §2: the paths as they stand in the specification, and the new ones. */
const paths = [
  '/login/',
  '/es/login/',
  '/zaloguj/',
  '/login2fa/',
  '/es/login2fa/',
  '/pl/login2fa/',
  '/pt/login2fa/',
  '/de/login2fa/',
  '/recover-password/',
  '/es/recuperar-contrasena/',
  '/odzyskaj-haslo/',
  '/recuperar-senha/',
  '/passwort-zurucksetzen/',
  '/one-time-login/',
  '/es/inicio-sesion-un-paso/',
  '/jednorazowe-logowanie/',
  '/inicio-sessao-one-time/',
  '/einmal-login/',
  '/signup/',
  '/es/signup/',
  '/pl/signup/',
  '/pt/signup/',
  '/de/signup/',
  '/app/',
  '/es/app/',
  '/contact-us/',
  '/es/contacto/',
  '/kontakt/',
  '/contacte-nos/',
  '/de/login/',
  '/pl/zaloguj/',
  '/pl/odzyskaj-haslo/',
  '/mx/recuperar-contrasena/',
  '/br/recuperar-senha/',
  '/br/login/',
  '/mx/signup/',
];

test('every path of the table answers 200 in its own language, and names its canonical path', async ({ request }) => {
  for (const { path, family, language } of allPaths()) {
    // Uncompressed: a page is compressed as small as possible when it is first sent, and here each is sent once.
    const answer = await request.get(path, { maxRedirects: 0, headers: { 'Accept-Encoding': 'identity' } });
    const html = await answer.text();
    expect([path, answer.status(), /<html[^>]* lang="([^"]+)"/.exec(html)?.[1]]).toEqual([
      path,
      200,
      languages[language].tag,
    ]);
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1], path).toMatch(
      new RegExp(`${pathTo(family, language)}$`),
    );
  }
});

test(
  'every path of §2 and its new variant answers 200 without a redirect, with and without the final slash, and keeps the query',
  deep,
  async ({ request, page }) => {
    for (const path of paths) {
      for (const variant of [path, path.slice(0, -1), `${path}?first_name=Anna`]) {
        const answer = await request.get(variant, { maxRedirects: 0 });
        expect(answer.status(), variant).toBe(200);
      }
    }
    await page.goto('/de/signup?first_name=Anna&last_name=Berg&email=a%40example.com');
    await expect(page.locator('input[name="first_name"]')).toHaveValue('Anna');
    await expect(page.locator('input[name="email"]')).toHaveValue('a@example.com');
  },
);

for (const path of ['/xx/', '/e/', '/english/', '/login/extra/', '/LOGIN/', '/xx/login/']) {
  test(`'Route not found' is a page with status 404: ${path}`, deepUnless(path === '/xx/'), async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Route not found' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  });
}

test('a path that begins with two slashes redirects to no other host', async ({ page, product }) => {
  await page.goto(`${product.url}//evil.example/login/`);
  expect(new URL(page.url()).origin).toBe(product.url);
});

test('the selector offers the five languages of §2 and keeps the query; its own parameters are applied and removed', async ({
  page,
}) => {
  await page.goto('/signup/?first_name=Anna');
  const menu = page.getByRole('navigation', { name: 'Language' });
  await menu.getByRole('button').click();
  await expect(menu.getByRole('link')).toHaveText([
    /English \(USD\)/,
    /German \(EUR\)/,
    /Spanish \(EUR\)/,
    /Polish \(PLN\)/,
    /Portuguese \(EUR\)/,
  ]);
  const searches: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && searches.push(new URL(request.url()).search));
  await menu.getByRole('link', { name: /Polish/ }).click();
  await expect(page).toHaveURL(/\/pl\/signup\/\?first_name=Anna$/);
  expect(searches[0]).toContain('l=pl');
  expect(searches[0]).toContain('curr=PLN');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
  await expect(page.locator('input[name="first_name"]')).toHaveValue('Anna');
  await expect
    .poll(() => storedConfig(page))
    .toMatchObject({
      language: 'pl',
      currency_iso: 'PLN',
    });
});

for (const [path, elsewhere] of [
  ['/login/', /\/de\/login\/$/],
  ['/recover-password/', /\/de\/passwort-zurucksetzen\/$/],
] as const) {
  test(
    `an address typed on ${path} is still there after a change of language, and only then`,
    deepUnless(path === '/login/'),
    async ({ page }) => {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('data-hydrated');
      const field = page.locator('input[name="email"]');
      await field.fill('anna@example.com');
      const menu = page.getByRole('navigation', { name: 'Language' });
      await menu.getByRole('button').click();
      await menu.getByRole('link', { name: /German/ }).click();
      await expect(page).toHaveURL(elsewhere);
      await expect(field).toHaveValue('anna@example.com');

      await page.goto('/de/login/');
      await expect(page.locator('html')).toHaveAttribute('data-hydrated');
      await expect(field).toHaveValue('');
    },
  );
}

test('on a Mexican page the selector adds the current variant, selected', deep, async ({ page }) => {
  await page.goto('/mx/login/');
  const menu = page
    .getByRole('navigation')
    .filter({ has: page.getByRole('button') })
    .first();
  await menu.getByRole('button').click();
  await expect(menu.getByRole('link')).toHaveCount(6);
  await expect(menu.locator('[aria-current]')).toHaveAttribute('hreflang', 'es-MX');
});

test('the language comes from the parameter l, then the path, then storage; shared paths use the stored language', async ({
  page,
}) => {
  const document = page.locator('html');
  await page.goto('/de/login/');
  await expect.poll(() => storedConfig(page)).toMatchObject({ language: 'de' });
  await page.goto('/login/');
  await expect(document).toHaveAttribute('lang', 'de');
  await page.goto('/es/login/?l=pl');
  await expect(page).toHaveURL(/\/pl\/zaloguj\/$/);
  await expect(document).toHaveAttribute('lang', 'pl');
  await page.goto('/recover-password/');
  // The prerendered page is in English too, so this one has to be in use.
  await page.getByRole('button', { name: 'Request reset link' }).click();
  await expect(page.getByText('This value should not be blank.')).toBeVisible();
  await expect(document).toHaveAttribute('lang', 'en');
});

test('calls carry the language and the currency of the page', deep, async ({ page }) => {
  const headers: Record<string, string>[] = [];
  page.on('request', (request) => request.url().includes('/v1/phone/') && headers.push(request.headers()));
  await page.goto('/de/signup/');
  await expect(page.locator('input[name="first_name"]')).toBeVisible();
  await expect.poll(() => headers.length).toBeGreaterThan(0);
  for (const one of headers)
    expect([one['x-language'], one['x-currency']]).toEqual(['de', expect.stringMatching(/^[A-Z]{3}$/)]);
});

test('the external landing names the application, and hides selector, tagline and footer link', async ({ page }) => {
  await page.goto('/sso-external/?app_name=%3Cb%3EDesk%20%E2%80%AEApp%3C%2Fb%3E&app_name=other');
  await expect(page.getByText('Please go back to the <b>Desk App</b> to continue...')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Language' })).toHaveCount(0);
  await expect(page.getByText(/Have an account|Don't have an account/)).toHaveCount(0);
  await page.goto('/sso-external/');
  await expect(page.getByText('Please go back to the application to continue...')).toBeVisible();
});
