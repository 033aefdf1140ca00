import { expect, type Page } from 'playwright/test';
import { sampleOf } from './golden.ts';
import type { interceptCalls } from './interceptCalls.ts';

// biome-ignore lint/suspicious/noExplicitAny: each flow has an input of its own
type Input = Record<string, any>;
/**
 * What an entry point can do in addition to the page itself: respond to calls, send an event to another flow, let some time
 * pass.
 */
export type PageControls = {
  answer: Awaited<ReturnType<typeof interceptCalls>>['answer'];
  /** Sends an event to another flow once that is in a state which accepts it. */
  send: (flow: string, state: string, event: { type: string; [part: string]: unknown }) => Promise<void>;
  tick: () => Promise<void>;
};
type EntryPoint = (page: Page, input: Input, controls: PageControls, start: string) => Promise<void>;

const consented = { consent: { cookie_consent: 1, cookie_analytics: 0, cookie_marketing: 0 } };

/** Sets cookies and unsaved input on a page of our origin that runs no flow, then opens the URL. */
async function visit(page: Page, path: string, query: Input = {}, cookies: object = consented, unsavedInput?: object) {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  await page.evaluate(
    ([jar, session]) => {
      for (const [name, value] of Object.entries(jar))
        document.cookie = `${name}=${encodeURIComponent(JSON.stringify(value))}; path=/`;
      if (session) sessionStorage.setItem('signup', JSON.stringify({ token: 't1', unsavedInput: session }));
    },
    [cookies, unsavedInput] as const,
  );
  const given = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  await page.goto(path + (given.length > 0 ? `?${new URLSearchParams(given)}` : ''));
}

const seen = (page: Page, state: 'hidden' | 'visible') =>
  page.addInitScript((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  }, state);

type Answered = { output: { status: number; data: { data: Input } } };

/** The dashboard with its account, changed as needed. */
const dashboardWith = async (page: Page, { answer }: PageControls, change: Input = {}) => {
  await visit(page, '/app/', {}, { ...consented, auth: { user_id: 7, user_token: 't7' } });
  const { output } = sampleOf<Answered>('dashboard', 'done readAccount');
  await answer('readAccount', { output: { status: 200, data: { data: { ...output.data.data, ...change } } } });
};

/** A panel of the dashboard, opened by an event. */
const panel =
  (type: string, changeOf: (input: Input) => Input = () => ({})): EntryPoint =>
  async (page, input, controls) => {
    await dashboardWith(page, controls, { cancelled_at: null, ...changeOf(input) });
    await controls.send('dashboard', 'ready.overview', { type });
  };

/**
 * Opens the sign-up and waits for the flows of its later steps: a plan comes to them without the call of the API that
 * waits until they are loaded. They are there once their file is, and all that is requested with it.
 */
async function visitSignUp(page: Page, { tick }: PageControls, query: Input, unsavedInput?: object) {
  const scripts = new Set<string>();
  let isLoaded = false;
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) scripts.add(request.url());
  });
  page.on('requestfinished', (request) => {
    isLoaded ||= request.url().includes('/laterSteps-');
  });
  await visit(page, '/signup/', query, consented, unsavedInput);
  await expect.poll(() => tick().then(() => isLoaded)).toBe(true);
  await page.evaluate((urls) => Promise.all(urls.map((url) => import(url))).then(() => {}), [...scripts]);
}

/** The wizard, which begins without a request; or with a registration at this step, and everything loaded. */
async function wizardAt(
  page: Page,
  controls: PageControls,
  record: Input | null,
  query: Input = {},
  unsavedInput?: object,
) {
  await visitSignUp(page, controls, { ...query, ...(record && { token: 't1' }) }, unsavedInput);
  if (record === null) return;
  for (const name of ['readDictionaries', 'readCoverageDictionaries', 'listCountries'])
    await controls.answer(name, sampleOf('arrival', `done ${name}`));
  const data = { first_name: 'Ann', last_name: 'Lee', email: 'ann@acme.example', ...record['data'] };
  const registration = { completed_at: null, ...record, data };
  await controls.answer('readRegistration', { output: { status: 200, data: { data: registration } } });
}

/** The state of the wizard at a step. */
const atStep = (state: string): string => `filling{hostedPage.closed, step.${state}}`;

const savedAt = (step: string) => ({
  kind: 'saved',
  state: { token: 't1', step, completed_at: null },
  submitted: { data: {} },
});

/** A visitor from a country whose numbers are suggested; from no country in particular if there is none. */
const fromCountry = (page: Page, country: string | null) =>
  page.addInitScript(
    (country_code) => localStorage.setItem('cfg', JSON.stringify({ country_code })),
    country === 'DE' || country === 'US' ? country.toLowerCase() : 'int',
  );

/** Brings a page to the start of a flow's golden paths. */
export const entryPoints: Record<string, EntryPoint> = {
  auth: (page, { startAt, challenge, confirmationToken, discountToken }) =>
    visit(
      page,
      startAt === 'twoFactor' ? '/login2fa/' : '/login/',
      { token: confirmationToken, discount: discountToken },
      { ...consented, ...(challenge && { two_factor: challenge }) },
    ),
  mailedLinks: async (page, { confirmationToken, discountToken }) => {
    await seen(page, 'hidden');
    await visit(page, '/login/', { token: confirmationToken, discount: discountToken });
  },
  recovery: async (page, { email }, { tick }) => {
    await visit(page, '/recover-password/');
    await tick();
    if (email) await page.getByLabel('Email', { exact: true }).fill(email);
  },
  newPassword: (page, { token }) => visit(page, '/one-time-login/', { token }),
  invitation: (page, { token }) => visit(page, '/login/', { invitation: token }),
  consent: (page, { consent }) => visit(page, '/login/', {}, consent ? { consent } : {}),
  notice: (page, { error }) => visit(page, '/login/', { error }),
  preferences: (page) => visit(page, '/login/'),

  dashboard: (page) => visit(page, '/app/', {}, { ...consented, auth: { user_id: 7, user_token: 't7' } }),
  team: (page, { mayChange }, controls) => {
    const user = { id: 7, first_name: 'Ann', last_name: 'Archer', email: 'ann@acme.example', has_cx_bundle: true };
    return dashboardWith(page, controls, { user: { ...user, role: mayChange ? 'owner' : 'member' } });
  },
  sessions: (page, _, controls) => dashboardWith(page, controls),
  numberChange: panel('CHANGE_NUMBER'),
  userCount: panel('CHANGE_USERS', ({ ordered, min }) => ({ nb_users: ordered, team_size: min })),
  cancellation: async (page, { isCancelled }, controls) => {
    await dashboardWith(page, controls, { cancelled_at: isCancelled ? '2025-03-04T09:00:00Z' : null });
    const type = isCancelled ? 'RESUME_TRIAL' : 'CANCEL_TRIAL';
    await controls.send('dashboard', 'ready.overview', { type });
  },
  secondFactor: panel('SWITCH_SECOND_FACTOR', ({ isOn }) => ({ second_factor: isOn })),
  passwordChange: panel('CHANGE_PASSWORD', ({ hasPassword }) => ({ has_password: hasPassword })),

  resumption: (page) => visit(page, '/signup/', {}, consented, {}),
  registration: (page, { token, unsavedInput }, controls) =>
    visitSignUp(page, controls, { token }, token ? unsavedInput : undefined),
  /** Without a token: at the first step of a new sign-up that shows countries. */
  arrival: async (page, { token }, controls) => {
    if (token !== null) return visit(page, '/signup/', { token });
    await wizardAt(page, controls, null);
    for (const [flow, state, output] of [
      ['account', atStep('creatingAccount'), savedAt('2')],
      ['verification', atStep('verifyingEmail'), savedAt('3')],
    ] as const)
      await controls.send('registration', state, { type: `xstate.done.actor.${flow}`, output });
  },
  account: async (page, { mode, values }, controls) => {
    if (mode === 'create') return wizardAt(page, controls, null, { ...values, password: null });
    const step = { edit: '2', confirm: '2-sso', read: '3' }[mode as string];
    await wizardAt(page, controls, { step });
    if (mode === 'confirm') return;
    const state = atStep(mode === 'edit' ? 'verifyingEmail' : 'choosingPlanAndNumber');
    await controls.send('registration', state, { type: 'HISTORY_MOVED', step: '1' });
  },
  verification: (page, { resendAt }, controls) =>
    wizardAt(page, controls, { step: '2', ...(resendAt && { resend_at: new Date(resendAt).toISOString() }) }),
  teamChoice: (page, { invitations }, controls) => wizardAt(page, controls, { step: '3', invitations }),
  plan: (page, { step }, controls) => wizardAt(page, controls, { step }),
  numberPicker: async (page, { token, saved, unsavedInput, suggestedCountry }, controls) => {
    if (token !== null) {
      await fromCountry(page, suggestedCountry);
      const registration = { step: '3', ...(saved && { number_id: saved.number_id, data: { number: saved.number } }) };
      return wizardAt(page, controls, registration, {}, unsavedInput && { choice: unsavedInput });
    }
    await dashboardWith(page, controls);
    await controls.send('dashboard', 'ready.overview', { type: 'CHANGE_NUMBER' });
    for (const name of ['listCountries', 'readCoverageDictionaries'])
      await controls.answer(name, sampleOf('arrival', `done ${name}`));
  },
  billing: (page, { number_id, order, values }, controls) => {
    const { card_name, card_country, card_postcode, card_currency } = values;
    const card = { card_name, card_country, card_postcode, card_currency };
    const plan = { package_type: order.packageType, nb_users: order.nbUsers, nb_cx_bundles: order.nbCxBundles };
    return wizardAt(page, controls, {
      step: '4',
      number_id,
      data: { ...plan, ...card, ...(number_id && { number: '+49301234567' }) },
    });
  },
  // Over a step without a watch of its own, so that there is one.
  progressWatch: (page, { token, url }, controls) =>
    wizardAt(page, controls, token ? { step: '2' } : { step: '3', url }),
  bankCheck: (page, { url, deadline }, controls) =>
    wizardAt(page, controls, { step: '4', number_id: 11, url }, {}, deadline ? { bankDeadline: deadline } : undefined),
};
