import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { API_PATH } from '#domain/hosts.ts';
import type { RunningServer } from './process.ts';

/** Longer than the lease of a killed server. */
const GIVE_UP_MS = 60_000;
const RETRY_MS = 50;

type Watch = {
  /** Called for each request that a server received and did not answer. */
  cut?: (key: string) => void;
  /** Called at the end of each act. */
  ended?: (key: string) => void;
  giveUpMs?: number;
};

export type Answered = { status: number; body: Record<string, unknown> };

/**
 * A client of several servers that behaves as a load balancer and a patient visitor do: an act has one key; no answer,
 * or one that asks to come back, is followed by the same request, to any of the servers.
 */
export function persistentClient(servers: readonly RunningServer[], watch: Watch = {}) {
  return async function act(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> {
    const key = randomUUID();
    const deadline = Date.now() + (watch.giveUpMs ?? GIVE_UP_MS);
    for (;;) {
      const { port } = servers[Math.floor(Math.random() * servers.length)] as RunningServer;
      const answer = await fetch(`http://127.0.0.1:${port}${API_PATH}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
        .then(async (response) => ({
          status: response.status,
          again: response.headers.has('Retry-After') || response.status >= 500,
          body: (await response.json()) as Record<string, unknown>,
        }))
        .catch((error: Error) => {
          if (!isRefused(error)) watch.cut?.(key);
          return null;
        });
      if (answer && !answer.again) {
        watch.ended?.(key);
        return answer;
      }
      if (Date.now() > deadline) throw new Error(`${method} ${path} got no answer but ${JSON.stringify(answer)}.`);
      await wait(RETRY_MS * (1 + Math.random()));
    }
  };
}

const isRefused = ({ cause }: Error) => (cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
