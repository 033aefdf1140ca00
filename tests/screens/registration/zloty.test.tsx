import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Coverage, NumberList, Package } from '#contract/coverage.ts';
import type { Currency } from '#domain/constants.ts';
import { currenciesFor } from '#domain/currency.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import type { SubmissionAnswer } from '#machines/registration/outcome.ts';
import { BillingStep } from '#screens/registration/BillingStep.tsx';
import { record } from '../../machines/registration/offer.ts';
import { zlotyRows } from '../../support/currencyRows.ts';
import { renderScreen } from '../../support/screen.tsx';
import { wizard } from './wizard.ts';

const NOT_AVAILABLE = 'PLN is only available with a card, company or number in Poland. Choose another currency.';
const everywhere = (amount: number) => ({ USD: amount, EUR: amount, GBP: amount, PLN: amount });
const fees = { nrc: 5, mrc: 3 };
const packages: Package[] = [{ type: 'P', prices: everywhere(15), cx_prices: everywhere(9) }];
const list: NumberList = { numbers: [], is_package: false, prices: { USD: fees, EUR: fees, GBP: fees, PLN: fees } };

type Countries = { card: string; company: string; number: string };

const filled = ({ card, company }: Countries, card_currency: Currency) => ({
  card_number: '4242 4242 4242 4242',
  card_end_month: '12',
  card_end_year: '27',
  card_cvv: '123',
  card_name: 'Jan Nowak',
  card_country: card,
  card_postcode: '00-001',
  card_currency,
  customer_name: '',
  customer_country: company,
  customer_postcode: '',
  customer_address: '',
  customer_city: '',
  customer_vat: '',
});

/** Step 4 of a visitor whose config names Poland, with the prices there. */
async function stepFour(countries: Countries, currency: Currency = 'PLN') {
  const sent: unknown[] = [];
  const actor = createActor(
    billingMachine.provide({
      actors: {
        listPackages: fromPromise(async () => ({ status: 200 as const, data: { data: packages } })),
        readCoverage: fromPromise(async (): Promise<Coverage> => record({ id: 11, country_code: countries.number })),
        listNumbers: fromPromise(async () => list),
        updateRegistration: fromPromise(({ input }) => {
          sent.push((input as { body: { card_currency: string } }).body.card_currency);
          return new Promise<SubmissionAnswer>(() => {});
        }),
      },
      actions: { notify: () => {}, clearNotice: () => {}, removeToken: () => {}, storeToken: () => {} },
    }),
    {
      input: {
        token: 't1',
        cardEntry: 'page',
        today: '2025-03-05',
        timeZone: 'Europe/Warsaw',
        order: { packageType: 'P', nbUsers: 1, nbCxBundles: 0 },
        number_id: 11,
        isPackage: false,
        currencies: currenciesFor('pl'),
        values: filled(countries, currency),
      },
    },
  );
  actor.start();
  await expect.poll(() => actor.getSnapshot().matches({ editing: { prices: 'shown' } })).toBe(true);
  const page = () => {
    const { container, unmount } = renderScreen(
      <BillingStep state={actor.getSnapshot()} send={() => {}} wizard={wizard} />,
    );
    const select = container.querySelector<HTMLSelectElement>('select[name=card_currency]');
    const options = [...(select?.options ?? [])].map(({ value }) => value);
    const description = document.getElementById(select?.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
    unmount();
    return { options, description };
  };
  return { actor, sent, page };
}

describe('the page offers PLN exactly where the server accepts it (docs/decisions/zloty.md)', () => {
  test.each(zlotyRows)('card $card, company "$company", number $number: offers PLN $accepted', async (row) => {
    const { page } = await stepFour(row, 'EUR');
    expect(page().options.includes('PLN')).toBe(row.accepted);
  });

  test.each(zlotyRows)('card $card, company "$company", number $number: sends PLN $accepted', async (row) => {
    const { actor, sent, page } = await stepFour(row);
    expect(page().description).toBe(row.accepted ? '' : NOT_AVAILABLE);
    actor.send({ type: 'SUBMIT' });
    expect(sent).toEqual(row.accepted ? ['PLN'] : []);
  });

  test('another country of the card shows the message at once, keeps the input, and accepts another currency', async () => {
    const { actor, sent, page } = await stepFour({ card: 'PL', company: '', number: 'UK' });
    expect(page()).toEqual({ options: ['USD', 'EUR', 'GBP', 'PLN'], description: '' });
    actor.send({ type: 'CHANGE', change: { card_country: 'DE', card_postcode: '10115' } });
    expect(page()).toEqual({ options: ['USD', 'EUR', 'GBP', 'PLN'], description: NOT_AVAILABLE });
    actor.send({ type: 'SUBMIT' });
    expect(actor.getSnapshot().context.form.values).toMatchObject({
      card_number: '4242 4242 4242 4242',
      card_cvv: '123',
    });
    expect(sent).toEqual([]);
    actor.send({ type: 'CHANGE', change: { card_currency: 'EUR' } });
    expect(page()).toEqual({ options: ['USD', 'EUR', 'GBP'], description: '' });
    actor.send({ type: 'SUBMIT' });
    expect(sent).toEqual(['EUR']);
  });

  test('a company in Poland removes the message', async () => {
    const { actor, page } = await stepFour({ card: 'DE', company: '', number: 'UK' });
    expect(page().description).toBe(NOT_AVAILABLE);
    actor.send({ type: 'CHANGE', change: { customer_country: 'PL' } });
    expect(page().description).toBe('');
  });
});
