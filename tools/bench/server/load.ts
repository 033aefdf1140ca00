import { Agent, get, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';

/** A read of the API that is the same for everyone. */
export const DICTIONARIES = '/v1/phone/dictionaries?dictionary=country,currency';

/** What a server did under load. */
export type Load = {
  /** Responses a second. */
  perSecond: number;
  /** Times until a response, ms, in ascending order. */
  times: number[];
  /** Responses by status. */
  statuses: Record<number, number>;
  /** Connections that broke or timed out. */
  errors: number;
};

/** `seconds`: how long; `requests`: sent in turn on each connection. */
type LoadOptions = Pick<autocannon.Options, 'url' | 'connections' | 'requests' | 'headers' | 'idReplacement'> & {
  seconds: number;
};

/** Sends requests on all connections at once, each after the response to the one before. */
export async function load({ seconds, ...options }: LoadOptions): Promise<Load> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const started = performance.now();
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ ...options, duration: seconds, timeout: 60 }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    run.on('response', (_client, status, _bytes, time) => {
      times.push(time);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  });
  const perSecond = times.length / ((performance.now() - started) / 1000);
  return { perSecond, times: times.sort((one, other) => one - other), statuses, errors };
}

/**
 * Sends requests at a steady rate, whether those before are answered or not: so the load does not ease off while the
 * server is slow. Times until a response, ms, in ascending order.
 */
export async function steadyLoad(
  url: string,
  headers: OutgoingHttpHeaders,
  perSecond: number,
  seconds: number,
): Promise<Pick<Load, 'times'>> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const responses: Promise<number>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    await wait(Math.max(0, began + (count * 1000) / perSecond - performance.now()));
    responses.push(timeOf(url, { agent, headers }));
  }
  const times = await Promise.all(responses);
  agent.destroy();
  return { times: times.sort((one, other) => one - other) };
}

function timeOf(url: string, options: { agent: Agent; headers: OutgoingHttpHeaders }): Promise<number> {
  const sent = performance.now();
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered by ${response.statusCode}.`));
      response.resume().once('end', () => resolve(performance.now() - sent));
    }).once('error', reject);
  });
}

/** Loads that ran at the same time, as one. */
export function together(loads: readonly Load[]): Load {
  const statuses: Record<number, number> = {};
  for (const load of loads) {
    for (const [status, count] of Object.entries(load.statuses))
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
  }
  return {
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    times: loads.flatMap(({ times }) => times).sort((one, other) => one - other),
    statuses,
    errors: loads.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** The time within which this share of the responses came, ms. */
export const percentile = ({ times }: Pick<Load, 'times'>, share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
