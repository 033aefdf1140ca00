import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prorations, trialLengths } from '#domain/constants.ts';
import { invoicePreview } from '#domain/invoice.ts';
import { anyDate } from '#tests/support/arbitraries.ts';

const monthly = { totalMonthly: 1800, setupFee: 0 };
const usual = { trialLength: 'month', proration: 'daysLeft' } as const;

describe('§9: 18.00 a month, by the day on which the trial starts', () => {
  it.each([
    ['2025-03-05', '2025-04-05', 1539, '2025-05-01', '26 days of April'],
    ['2025-03-01', '2025-04-01', 1800, '2025-05-01', 'on day 1 it is the full amount'],
    ['2025-03-18', '2025-04-18', 769, '2025-05-01', '13 days, not yet late'],
    ['2025-03-19', '2025-04-19', 710 + 1800, '2025-06-01', '12 days and, from day 19, a whole month'],
    ['2025-01-31', '2025-02-28', 59 + 1800, '2025-04-01', 'one day of February, and March'],
    ['2024-02-29', '2024-03-29', 178 + 1800, '2024-05-01', 'three days of March, and April'],
    ['2025-12-31', '2026-01-31', 59 + 1800, '2026-03-01', 'over the turn of the year'],
    ['2025-11-19', '2025-12-19', 769 + 1800, '2026-02-01', '13 days of December, and January'],
  ])('from %s: first on %s %d, second on %s (%s)', (today, dueOn, amount, secondDueOn) => {
    const preview = invoicePreview(monthly, today, usual);
    expect(preview.first).toMatchObject({ dueOn, amount });
    expect(preview.second).toEqual({ dueOn: secondDueOn, amount: 1800 });
  });
});

describe('the days that are paid', () => {
  it.each([
    ['daysLeft', '2025-03-05', [{ kind: 'prorated', days: 26, amount: 1539 }]],
    ['wholeMonth', '2025-03-05', [{ kind: 'prorated', days: 30, amount: 1775 }]],
    ['wholeMonth', '2025-03-01', [{ kind: 'fullMonth', amount: 1800 }]],
    [
      'wholeMonth',
      '2025-01-19',
      [
        { kind: 'prorated', days: 28, amount: 1657 },
        { kind: 'fullMonth', amount: 1800 },
      ],
    ],
  ] as const)('%s from %s', (proration, today, parts) => {
    expect(invoicePreview(monthly, today, { trialLength: 'month', proration }).first.parts).toEqual(parts);
  });

  it('the set-up fee is added once, unprorated', () => {
    const preview = invoicePreview({ totalMonthly: 1800, setupFee: 500 }, '2025-03-19', usual);
    expect(preview.first.parts).toEqual([
      { kind: 'prorated', days: 12, amount: 710 },
      { kind: 'fullMonth', amount: 1800 },
      { kind: 'setupFee', amount: 500 },
    ]);
    expect(preview.first.amount).toBe(3010);
    expect(preview.second.amount).toBe(1800);
  });
});

describe('a trial of thirty days is paid from its own end', () => {
  it.each([
    ['2025-01-31', '2025-03-02', 1775, '2025-04-01'],
    ['2025-01-01', '2025-01-31', 59 + 1800, '2025-03-01'],
    ['2025-03-05', '2025-04-04', 1598, '2025-05-01'],
  ])('from %s: first on %s %d, second on %s', (today, dueOn, amount, secondDueOn) => {
    const preview = invoicePreview(monthly, today, { trialLength: '30days', proration: 'daysLeft' });
    expect(preview.first).toMatchObject({ dueOn, amount });
    expect(preview.second.dueOn).toBe(secondDueOn);
  });
});

describe('on every day, with every setting', () => {
  const amounts = fc.record({ totalMonthly: fc.nat(100_000_000), setupFee: fc.nat(1_000_000) });
  const settings = fc.record({
    trialLength: fc.constantFrom(...trialLengths),
    proration: fc.constantFrom(...prorations),
  });

  it('the first amount is the sum of its lines', () => {
    fc.assert(
      fc.property(amounts, anyDate, settings, (order, today, chosen) => {
        const { first } = invoicePreview(order, today, chosen);
        return first.amount === first.parts.reduce((sum, part) => sum + part.amount, 0);
      }),
    );
  });

  it('no month is paid twice and none is left out: the second invoice begins where the first one ends', () => {
    fc.assert(
      fc.property(amounts, anyDate, settings, (order, today, chosen) => {
        const { first, second } = invoicePreview(order, today, chosen);
        const due = new Date(first.dueOn);
        const wholeMonths = first.parts.filter((part) => part.kind === 'fullMonth').length;
        const begins = due.getUTCDate() === 1 ? 0 : 1;
        const paidUntil = Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + begins + wholeMonths, 1);
        expect(new Date(second.dueOn).getTime()).toBe(paidUntil);
      }),
    );
  });
});
