import { isPossiblePhoneNumber } from 'libphonenumber-js/max';
import { describe, expect, it } from 'vitest';
import { readCoverages } from '#server/data/importCoverages.ts';
import { candidates, listLength, pricesOf } from '#server/numbers/numbers.ts';
import { codesOf, failureOf, fieldOf } from '#tests/support/failures.ts';
import { startServer } from '#tests/support/server.ts';
import {
  AREA,
  begin,
  beginVerified,
  beginWithNumber,
  billing,
  chooseNumber,
  numbersFor,
  read,
  submit,
} from '#tests/support/signUp.ts';

const areas = readCoverages();
const MISSING = "We couldn't find this.";

describe('numbers of an area (wire table)', () => {
  it('are of valid length for their country, and begin with its dialling and area code', () => {
    for (const area of areas.filter(({ id }) => id % 97 === 1 || id > 900_000)) {
      for (const number of candidates(area).slice(0, 3)) {
        expect(number.startsWith(`+${area.country_tel_code}${area.area_code}`)).toBe(true);
        expect(isPossiblePhoneNumber(number), number).toBe(true);
      }
    }
  });

  it('are 5 to 20 per list, and none in every fiftieth area', () => {
    const some = areas.slice(0, 500);
    expect(some.every((area) => listLength(area) >= 5 && listLength(area) <= 20)).toBe(true);
    const empty = some.filter((area) => candidates(area).length === 0).map(({ id }) => id);
    expect(empty).toEqual([50, 100, 150, 200, 250, 300, 350, 400, 450, 500]);
  });

  // A stored number is compared with its area's list, so no other version may generate another list.
  it.each([
    [1, 15, '+61296616289', '+61291578424'],
    [2099, 14, '+551124679229', '+551148793925'],
    [AREA, 12, '+441135220540', '+441136952819'],
    [14_968, 12, '+522208769064', '+522208987135'],
    [15_451, 15, '+12016980660', '+12018410905'],
    [900_006, 11, '+611300444445', '+611300427582'],
    [900_009, 12, '+5511941244325', '+5511924891430'],
    [900_015, 20, '+34600763200', '+34600291419'],
    [900_019, 6, '+4915114947039', '+4915118314236'],
    [900_020, 5, '+4932316116260', '+4932270549482'],
    [900_025, 15, '+883510074935122', '+883510030761654'],
    [900_026, 10, '+80038728488', '+80050525042'],
  ])('are always the same: area %i has %i, from %s to the spare %s', (id, length, first, last) => {
    const area = areas.find((row) => row.id === id);
    if (!area) throw new Error(`There is no area ${id}.`);
    const all = candidates(area);
    expect([listLength(area), all[0], all.at(-1)]).toEqual([length, first, last]);
    expect([all.length, new Set(all).size]).toEqual([80, 80]);
  });

  it('are as many as there can be where an area has few', () => {
    const all = candidates({
      id: 1,
      country_code: 'PT',
      country_tel_code: '351',
      ddi_type: 'G',
      area_code: '21234567',
    });
    expect(all.toSorted()).toEqual(['2', '3', '4', '5', '6', '7', '8'].map((digit) => `+35121234567${digit}`));
  });

  it('are the same on every call, with prices in four currencies', async () => {
    const server = await startServer();
    const token = await begin(server);
    const numbers = await numbersFor(server, token);
    expect(numbers).toEqual(await numbersFor(server, token));
    expect(numbers.length).toBeGreaterThanOrEqual(5);
    const params = { registration_token: token, coverage_id: String(AREA) };
    const { data } = (await server.api.listNumbers({ params })).data;
    expect(data).toMatchObject({ is_package: false, prices: { USD: { nrc: 5, mrc: 3 } } });
    expect(Object.keys(data.prices).sort()).toEqual(['EUR', 'GBP', 'PLN', 'USD']);
  });

  it('that are part of a package have no separate price', () => {
    expect(pricesOf({ ddi_type: 'N' })).toMatchObject({ is_package: true, prices: { EUR: { nrc: 0, mrc: 0 } } });
  });

  it('are listed only for an open registration and an existing place', async () => {
    const server = await startServer();
    const token = await begin(server);
    const list = (registration_token: string, coverage_id: string) =>
      server.api.listNumbers({ params: { registration_token, coverage_id } });
    expect(await codesOf(list('nobody', String(AREA)))).toEqual([404, 'RG1001']);
    expect(await failureOf(list(token, '999999'))).toMatchObject({ status: 404, message: MISSING });
  });

  it('are offered with the packages P and A, with prices and add-on prices', async () => {
    const { api, ...server } = await startServer();
    const registration_token = await begin({ api, ...server });
    const { data } = (await api.listPackages({ params: { registration_token } })).data;
    expect(data).toMatchObject([
      { type: 'P', prices: { USD: 15 }, cx_prices: { USD: 9 } },
      { type: 'A', prices: { USD: expect.any(Number) } },
    ]);
  });

  it('fail, wait or are missing where a sentinel says so', async () => {
    const server = await startServer();
    const token = await begin(server);
    const idOf = (city: string) => areas.find((row) => row.country_code === 'AU' && row.city === city)?.id ?? 0;
    const params = { registration_token: token, coverage_id: String(idOf('Lost River')) };
    expect(await codesOf(server.api.listNumbers({ params }))).toEqual([503, 'SV1001']);
    // The wait is in Retry-After, for the page to say; here it would be said twice.
    const refused = await failureOf(server.api.listNumbers({ params }));
    expect(refused).toMatchObject({ message: "This isn't available right now.", retryAfter: 5 });
    expect(await numbersFor(server, token, idOf('Berridale'))).toEqual([]);
  });
});

describe('a chosen number', () => {
  it('is hidden from other sign-ups, and stays in the list of its own', async () => {
    const server = await startServer();
    const first = await beginVerified(server);
    const second = await beginVerified(server, { email: 'other@example.com' });
    const list = await numbersFor(server, first);
    const [number = ''] = list;
    await chooseNumber(server, first);
    expect(await numbersFor(server, first)).toEqual(list);
    expect(await numbersFor(server, second)).not.toContain(number);
    expect(await fieldOf(submit(server.api, second, { step: '3', number, number_id: AREA }))).toEqual([
      409,
      'number',
      'RG1003',
    ]);
  });

  it('is given to one of two concurrent requests', async () => {
    const server = await startServer();
    const tokens = [await beginVerified(server), await beginVerified(server, { email: 'other@example.com' })];
    const [number = ''] = await numbersFor(server, tokens[0] ?? '');
    const answers = await Promise.allSettled(
      tokens.map((token) => submit(server.api, token, { step: '3', number, number_id: AREA })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is reserved for fifteen minutes from the last change', async () => {
    const server = await startServer();
    const first = await beginVerified(server);
    const second = await beginVerified(server, { email: 'other@example.com' });
    const [number = ''] = await numbersFor(server, first);
    await chooseNumber(server, first);
    server.clock.forward(14 * 60);
    await submit(server.api, first, { step: '3', nb_users: 2 });
    server.clock.forward(14 * 60);
    expect(await numbersFor(server, second)).not.toContain(number);
    server.clock.forward(60);
    expect(await numbersFor(server, second)).toContain(number);
    await submit(server.api, second, { step: '3', number, number_id: AREA });
  });

  it('is released when another one is chosen', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    const other = await begin(server, { email: 'other@example.com' });
    const [one = '', two = ''] = await numbersFor(server, token);
    await submit(server.api, token, { step: '3', number: one, number_id: AREA });
    await submit(server.api, token, { step: '3', number: two, number_id: AREA });
    expect(await numbersFor(server, other)).toContain(one);
    expect(await numbersFor(server, other)).not.toContain(two);
  });

  it('of a customer is offered to nobody, however late', async () => {
    const server = await startServer();
    const token = await beginWithNumber(server);
    const { number } = (await read(server.api, token)).data;
    await submit(server.api, token, billing);
    server.clock.forward(86_400);
    const other = await beginVerified(server, { email: 'other@example.com' });
    expect(await numbersFor(server, other)).not.toContain(number);
    const taken = submit(server.api, other, { step: '3', number: number ?? '', number_id: AREA });
    expect(await fieldOf(taken)).toEqual([409, 'number', 'RG1003']);
  });

  it('is replaced by another in the lists of others, and stays in its own when it would be beyond its end', async () => {
    const server = await startServer();
    const [first, second] = [await beginVerified(server), await beginVerified(server, { email: 'other@example.com' })];
    const list = await numbersFor(server, first);
    await chooseNumber(server, first);
    const others = await numbersFor(server, second);
    expect(others.slice(0, -1)).toEqual(list.slice(1));
    const spare = others.at(-1) ?? '';
    expect(list).not.toContain(spare);
    await submit(server.api, second, { step: '3', number: spare, number_id: AREA });
    // The first number is chosen in another area, so it is free again.
    const [elsewhere = ''] = await numbersFor(server, first, AREA + 1);
    await submit(server.api, first, { step: '3', number: elsewhere, number_id: AREA + 1 });
    expect(await numbersFor(server, second)).toEqual([...list, spare]);
    expect(await numbersFor(server, first)).toEqual(list);
  });

  it('must be one of its area', async () => {
    const server = await startServer();
    const token = await beginVerified(server);
    const choose = (number: string, number_id: number) => submit(server.api, token, { step: '3', number, number_id });
    expect(await fieldOf(choose('+442012345678', AREA))).toEqual([400, 'number', 'VA1001']);
    expect(await fieldOf(choose('+442012345678', 999_999))).toEqual([400, 'number_id', 'VA1001']);
  });
});
