import { hasWebKit } from '../tools/webkit.ts';
import { deep } from './support/deep.ts';
import { expect, test } from './support/fixtures.ts';
import { cards, headings, newEmail, PASSWORD } from './support/signUp.ts';
import { ENTER, startWebKit } from './support/webkit.ts';

test.skip(!hasWebKit(), 'This machine has no WebKitGTK; install it: apt-get install webkit2gtk-driver xvfb');

test(
  'in WebKit, a customer signs up, passes the check of the card, logs out and logs in by the mailed code',
  deep,
  async ({ product }) => {
    const email = newEmail();
    const browser = await startWebKit(product.url);
    try {
      await browser.open('/signup/');
      await browser.press('button', 'Accept current selection');
      await browser.fill('First name', 'Anna');
      await browser.fill('Last name', 'Berg');
      await browser.fill('Work email', email);
      await browser.fill('Password', PASSWORD);
      await browser.press('field', 'I agree to the terms');
      await browser.press('button', 'Create an account');

      await browser.find('heading', headings.verification);
      // Its field has the focus already.
      await browser.type(await product.nextCode(email));

      await browser.find('heading', headings.planAndNumber);
      await browser.find('button', '+1 646 ');
      await browser.fill('Area (city) code', `Buffalo${ENTER}`);
      await browser.press('button', '+1 716 ');
      await browser.press('button', 'Continue');

      await browser.find('heading', headings.billing);
      // Each full field hands the focus to the next.
      await browser.fill('Card number', `${cards.asksForCheck}1231123Anna Berg`);
      await browser.fill('Postal code', '10001');
      await browser.press('button', 'Start trial');
      await browser.inFrame('bank', () => browser.press('button', 'Approve'));
      await browser.find('heading', 'Dashboard');

      const mailed = (await product.mails(email)).length;
      await browser.press('button', 'Log out');
      await browser.find('heading', 'Log in');
      await browser.fill('Email', email);
      await browser.fill('Password', `${PASSWORD}${ENTER}`);
      await browser.find('heading', 'Enter your code');
      await browser.type(await product.nextCode(email, mailed));
      await browser.find('heading', 'Dashboard');
      expect(await browser.run(() => document.cookie)).toContain('device=');
    } finally {
      await browser.stop();
    }
  },
);
