import { isMainThread } from 'node:worker_threads';
import { Settings } from 'luxon';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { daysAfter, formatMoment, formatTrialDate } from '#domain/calendar.ts';
import { isTimeZone, knownTimeZone, ownDate, ownTimeZone, todayIn } from '#domain/timeZone.ts';

describe('today is a day in the time zone of the visitor', () => {
  const newYear = Date.UTC(2025, 0, 1, 0, 30);

  it.each([
    ['UTC', '2025-01-01'],
    ['America/New_York', '2024-12-31'],
    ['Pacific/Kiritimati', '2025-01-01'],
    ['Pacific/Pago_Pago', '2024-12-31'],
    ['Europe/Warsaw', '2025-01-01'],
  ])('00:30 UTC in %s is on %s', (zone, date) => {
    expect(todayIn(zone, newYear)).toBe(date);
  });

  it.each([
    ['Europe/Berlin', '2025-03-30T00:59:59Z', '2025-03-30'],
    ['Europe/Berlin', '2025-03-30T21:59:59Z', '2025-03-30'],
    ['Europe/Berlin', '2025-03-30T22:00:00Z', '2025-03-31'],
    ['Europe/Berlin', '2025-10-26T22:59:59Z', '2025-10-26'],
    ['Europe/Berlin', '2025-10-26T23:00:00Z', '2025-10-27'],
    ['America/Havana', '2025-03-09T04:59:59Z', '2025-03-08'],
    ['America/Havana', '2025-03-09T05:00:00Z', '2025-03-09'],
  ])('on the day on which the clocks change, in %s, %s is on %s', (zone, instant, date) => {
    expect(todayIn(zone, Date.parse(instant))).toBe(date);
  });

  // A thread keeps the time zone of its process.
  describe.runIf(isMainThread)('of the device', () => {
    const { TZ } = process.env;
    afterEach(() => {
      vi.unstubAllGlobals();
      if (TZ === undefined) delete process.env['TZ'];
      else process.env['TZ'] = TZ;
    });

    it.each([
      ['Pacific/Kiritimati', '2024-12-31T10:00:00Z', '2025-01-01'],
      ['Pacific/Pago_Pago', '2025-01-01T10:59:59Z', '2024-12-31'],
      ['America/Havana', '2025-03-09T05:00:00Z', '2025-03-09'],
      ['Europe/Berlin', '2025-10-26T22:59:59Z', '2025-10-26'],
    ])('in %s, %s is on %s, as with its name', (zone, instant, date) => {
      process.env['TZ'] = zone;
      expect([ownTimeZone(), ownDate(Date.parse(instant))]).toEqual([zone, date]);
      expect(todayIn(ownTimeZone(), Date.parse(instant))).toBe(date);
    });
  });

  it('of the device is named by the browser’s Temporal, if it has one, else by Intl', () => {
    const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions();
    vi.stubGlobal('Temporal', undefined);
    expect(ownTimeZone()).toBe(timeZone);
    vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Kathmandu' } });
    expect(ownTimeZone()).toBe('Asia/Kathmandu');
    vi.unstubAllGlobals();
  });

  it('of the device is written with two digits for month and day', () => {
    expect(ownDate(new Date(2025, 0, 5, 12).getTime())).toBe('2025-01-05');
    expect(ownDate(new Date(2025, 11, 31, 23, 59).getTime())).toBe('2025-12-31');
    expect(ownDate(new Date(2025, 0, 1).getTime())).toBe('2025-01-01');
  });

  it('an unknown or invalid time zone reads as UTC', () => {
    for (const zone of [undefined, null, '', 'Etc/Unknown', 'Mars/Olympus']) expect(knownTimeZone(zone)).toBe('UTC');
    expect(knownTimeZone('Europe/Madrid')).toBe('Europe/Madrid');
  });

  it('refuses a zone that does not exist', () => {
    expect(isTimeZone('Europe/Madrid')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(isTimeZone('')).toBe(false);
    expect(() => todayIn('Mars/Olympus', newYear)).toThrow(RangeError);
  });

  it('refuses a date that does not exist', () => {
    expect(() => formatTrialDate('2025-02-30', 'en')).toThrow(RangeError);
  });
});

describe('days are counted by the calendar', () => {
  afterEach(() => {
    Settings.defaultZone = 'system';
  });

  it('also on a device in a place that once left a day out', () => {
    Settings.defaultZone = 'Pacific/Apia';
    expect(daysAfter('2011-12-29', 1)).toBe('2011-12-30');
    expect(formatTrialDate('2011-12-30', 'en')).toBe('30 Dec 2011');
  });
});

describe("§1: the trial's end is shown as d MMM yyyy, with the month names of the page", () => {
  it.each([
    ['2025-03-05', 'en', '5 Mar 2025'],
    ['2025-09-30', 'en', '30 Sep 2025'],
    ['2025-03-05', 'de', '5. März 2025'],
    ['2025-10-05', 'de', '5. Okt. 2025'],
    ['2025-01-05', 'es', '5 ene 2025'],
    ['2025-01-05', 'mx', '5 ene 2025'],
    ['2025-09-05', 'pl', '5 wrz 2025'],
    ['2025-02-05', 'pt', '5 fev. 2025'],
    ['2025-02-05', 'br', '5 fev. 2025'],
  ] as const)('%s in %s reads %s', (date, language, words) => {
    expect(formatTrialDate(date, language)).toBe(words);
  });
  it.each([
    ['en', '28 Nov 2025, 4:18 AM'],
    ['de', '28. Nov. 2025, 04:18'],
    ['pl', '28 lis 2025, 04:18'],
    ['pt', '28 nov. 2025, 04:18'],
  ] as const)('a moment in %s is that day, and its minute', (language, words) => {
    expect(formatMoment('2025-11-28T03:18:00Z', 'Europe/Berlin', language).replace(/\s/g, ' ')).toBe(words);
  });
});

it('an English date is written without a format of the browser, whose first one takes a slow phone long', () => {
  Settings.resetCaches();
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  expect(formatTrialDate(daysAfter('2025-03-05', 30), 'en')).toBe('4 Apr 2025');
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
