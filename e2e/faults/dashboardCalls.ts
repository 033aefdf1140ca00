import { expect, type Page } from 'playwright/test';
import { apiRequest } from '../support/api.ts';
import { dashboard, newCustomer } from '../support/customer.ts';
import { count } from '../support/database.ts';
import { registrationAtBilling } from '../support/registration.ts';
import type { ProductServer } from '../support/server.ts';
import { headings, newEmail, PASSWORD } from '../support/signUp.ts';
import { banner, type CallCase, type OpenedCase, openThenTryAgain, pressIn } from './callCase.ts';
import { invite, logInWithoutForm, mailsTo, sessionElsewhere, sessionsOf } from './onServer.ts';

const NEW_PASSWORD = 'quite another horse';
const SESSIONS = "Where you're logged in";

/** The dashboard of a new owner, after what the test has prepared for this customer. */
async function atDashboard(
  page: Page,
  product: ProductServer,
  prepare: (email: string) => Promise<unknown> = async () => {},
) {
  const email = await newCustomer(product);
  await prepare(email);
  await logInWithoutForm(page, product, email);
  await page.goto('/app/');
  const home = dashboard(page, product, email);
  await home.isOpen();
  return { ...home, address: email };
}

/** What is requested when the dashboard is opened: for one section, or for all of it. */
const read = (
  call: CallCase['call'],
  { section, keeps, ends }: { section?: string } & Record<'keeps' | 'ends', (page: Page) => Promise<void>>,
): CallCase => ({
  call,
  open: async (page, product) => {
    const email = await newCustomer(product);
    await logInWithoutForm(page, product, email);
    const place = section === undefined ? page : dashboard(page, product, email).section(section);
    return {
      press: openThenTryAgain(() => page.goto('/app/'), place),
      message: section === undefined ? banner(page) : place.locator('.note-error'),
      keeps: () => keeps(page),
      ends: () => ends(page),
    };
  },
});

type Home = Awaited<ReturnType<typeof atDashboard>>;
type Act = {
  /** The title of the section with the control and the message. */
  section: string;
  prepare?: (product: ProductServer, email: string) => Promise<unknown>;
  /** Opens a panel and types. */
  begin?: (home: Home, page: Page) => Promise<unknown>;
  press: (home: Home, page: Page) => Promise<void>;
  keeps?: (home: Home, page: Page) => Promise<void>;
  ends: (home: Home, product: ProductServer) => Promise<void>;
};

/** What the owner changes on the dashboard. */
const act = (call: CallCase['call'], { section, prepare, begin, press, keeps, ends }: Act): CallCase => ({
  call,
  open: async (page, product): Promise<OpenedCase> => {
    const home = await atDashboard(page, product, (email) => prepare?.(product, email) ?? Promise.resolve());
    await begin?.(home, page);
    return {
      press: () => press(home, page),
      message: home.section(section).locator('.problem').filter({ hasText: /\S/ }),
      keeps: async () => {
        await home.at('Dashboard');
        await keeps?.(home, page);
      },
      ends: () => ends(home, product),
    };
  },
});

const teammate = (email: string): string => email.replace('customer', 'teammate');

/** A member has joined the team. */
async function addMember(product: ProductServer, owner: string): Promise<void> {
  const link = new URL(await invite(product, owner, teammate(owner)));
  const person = { first_name: 'Bo', last_name: 'Lind', password: PASSWORD };
  await apiRequest(product)(`/invitations/${link.searchParams.get('invitation')}`, 'POST', person);
}

const userOf = (product: ProductServer, email: string, condition: string): number =>
  count(product, `users join customers on customers.id = customer_id where email = ? and ${condition}`, email);

const addOnOf = async (product: ProductServer, email: string): Promise<void> => {
  const session = await sessionElsewhere(product, email);
  await apiRequest(product, session)(`/account/users/${session.user_id}/cx`, 'POST');
};

export const dashboardCalls: readonly CallCase[] = [
  read('readAccount', {
    keeps: (page) => expect(page.getByText("We couldn't load your account.")).toBeVisible(),
    ends: (page) => expect(page.getByText('Logged in as Anna Berg')).toBeVisible(),
  }),
  read('readTeam', {
    section: 'Team',
    keeps: (page) => expect(page.getByText("We couldn't load your team.")).toBeVisible(),
    ends: (page) => expect(page.getByLabel("Teammate's email")).toBeEditable(),
  }),
  read('listSessions', {
    section: SESSIONS,
    keeps: (page) => expect(page.getByText("We couldn't load the devices you're logged in on.")).toBeVisible(),
    ends: (page) => expect(page.getByText('This device')).toBeVisible(),
  }),
  {
    call: 'resumeRegistration',
    open: async (page, product) => {
      const email = newEmail('left');
      await registrationAtBilling(product, email);
      await logInWithoutForm(page, product, email);
      await page.goto('/app/');
      const home = dashboard(page, product, email);
      return {
        press: () => home.press('Finish signing up'),
        message: banner(page),
        keeps: () => expect(page.getByText("You haven't finished signing up.")).toBeVisible(),
        ends: () => home.at(headings.billing),
      };
    },
  },
  act('assignAddOn', {
    section: 'Team',
    press: ({ press }) => press('Assign CX add-on Anna Berg'),
    ends: async ({ line, address }, product) => {
      await expect(line('Plan and trial', 'CX add-ons')).toHaveText('1');
      expect(userOf(product, address, 'has_cx_bundle = 1')).toBe(1);
    },
  }),
  act('removeAddOn', {
    section: 'Team',
    prepare: addOnOf,
    press: ({ press }) => press('Remove CX add-on Anna Berg'),
    ends: async ({ line, address }, product) => {
      await expect(line('Plan and trial', 'CX add-ons')).toHaveText('0');
      expect(userOf(product, address, 'has_cx_bundle = 0')).toBe(1);
    },
  }),
  act('changeUsers', {
    section: 'Number of users',
    begin: async ({ press }, page) => {
      await press('Change number of users');
      await page.getByLabel('Users', { exact: true }).fill('3');
    },
    press: ({ press }) => press('Save'),
    keeps: (_, page) => expect(page.getByLabel('Users', { exact: true })).toHaveValue('3'),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('The number of users has been changed.');
      expect(userOf(product, address, 'nb_users = 3')).toBe(1);
    },
  }),
  act('removeTeammate', {
    section: 'Team',
    prepare: addMember,
    press: async ({ press }) => {
      await press('Remove from team Bo Lind');
      await press('Remove from team');
    },
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('The person has been removed from your team.');
      expect(count(product, 'users where email = ?', teammate(address))).toBe(0);
      expect(mailsTo(product, teammate(address), 'removedFromTeam')).toBe(1);
    },
  }),
  act('inviteTeammate', {
    section: 'Team',
    begin: ({ address }, page) => page.getByLabel("Teammate's email").fill(teammate(address)),
    press: ({ press }) => press('Send invitation'),
    keeps: ({ address }, page) => expect(page.getByLabel("Teammate's email")).toHaveValue(teammate(address)),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('Invitation sent.');
      expect(count(product, 'invitations where email = ?', teammate(address))).toBe(1);
      expect(mailsTo(product, teammate(address), 'invitation')).toBe(1);
    },
  }),
  act('revokeInvitation', {
    section: 'Team',
    prepare: (product, email) => invite(product, email, teammate(email)),
    press: ({ press, address }) => press(`Revoke ${teammate(address)}`),
    ends: async ({ section, address }, product) => {
      await expect(section('Team').getByText(teammate(address))).toHaveCount(0);
      expect(count(product, 'invitations where email = ? and revoked_at is not null', teammate(address))).toBe(1);
    },
  }),
  act('cancelTrial', {
    section: 'Plan and trial',
    begin: ({ press }) => press('Cancel trial'),
    press: ({ press }) => press('Cancel trial'),
    keeps: (_, page) => expect(page.getByRole('heading', { name: 'Cancel your trial?' })).toBeVisible(),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid("Your trial has been cancelled. You won't be charged.");
      expect(userOf(product, address, 'cancelled_at is not null')).toBe(1);
    },
  }),
  act('undoCancellation', {
    section: 'Plan and trial',
    prepare: async (product, email) =>
      apiRequest(product, await sessionElsewhere(product, email))('/account/cancellation', 'POST'),
    press: ({ press }) => press('Undo cancellation'),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid("You've undone the cancellation. Your trial continues.");
      expect(userOf(product, address, 'cancelled_at is null')).toBe(1);
    },
  }),
  act('switchSecondFactor', {
    section: 'Login codes by email',
    begin: async ({ press }, page) => {
      await press('Turn on login codes');
      await page.getByLabel('Your password').fill(PASSWORD);
    },
    press: ({ press }) => press('Turn on login codes'),
    keeps: (_, page) => expect(page.getByLabel('Your password')).toHaveValue(PASSWORD),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('Login codes are now on.');
      expect(userOf(product, address, 'second_factor = 1')).toBe(1);
    },
  }),
  act('changePassword', {
    section: 'Password',
    begin: async ({ press }, page) => {
      await press('Change password');
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
    },
    press: ({ press }) => press('Change password'),
    keeps: async (_, page) => {
      await expect(page.getByLabel('Current password')).toHaveValue(PASSWORD);
      await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
    },
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('Your password has been changed.');
      expect(mailsTo(product, address, 'passwordChanged')).toBe(1);
      expect(sessionsOf(product, address)).toBe(1);
    },
  }),
  act('endSession', {
    section: SESSIONS,
    prepare: sessionElsewhere,
    press: ({ section }) => pressIn(section(SESSIONS), /^Log out/),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('That device has been logged out.');
      expect(sessionsOf(product, address)).toBe(1);
    },
  }),
  act('endOtherSessions', {
    section: SESSIONS,
    prepare: (product, email) => Promise.all([1, 2].map(() => sessionElsewhere(product, email))),
    press: ({ press }) => press('Log out all other devices'),
    ends: async ({ banner: isSaid, address }, product) => {
      await isSaid('All other devices have been logged out.');
      expect(sessionsOf(product, address)).toBe(1);
    },
  }),
  {
    call: 'recordEvent',
    except: { offline: 'the page itself would not load' },
    open: async (page, product) => {
      const given = JSON.stringify({ cookie_consent: 1, cookie_analytics: 1, cookie_marketing: 0 });
      await page.context().addCookies([{ name: 'consent', value: encodeURIComponent(given), url: product.url }]);
      const reached = (): number => count(product, "events where family = 'recoverPassword'");
      const before = reached();
      const field = page.getByLabel('Email', { exact: true });
      return {
        press: async () => void (await page.goto('/recover-password/')),
        message: null,
        keeps: async () => {
          await field.fill('anna@example.com');
          await expect(field).toHaveValue('anna@example.com');
        },
        ends: () => expect.poll(reached).toBeGreaterThan(before),
      };
    },
  },
];
