import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../tools/freePort.ts';
import { until } from './server.ts';

/*
 * WebKitGTK, the engine of Safari in Debian, by the wire of W3C WebDriver: Playwright has a WebKit of its own, which it
 * has to download.
 */

type Role = 'button' | 'field' | 'heading';

/** Enter, as WebDriver writes it. */
export const ENTER = '\uE007';

/** Starts the browser with a profile of its own, on a display of its own. */
export async function startWebKit(origin: string) {
  const port = await freePort();
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' },
  });
  const end = async () => {
    for (const program of [driver, screen]) {
      const exited = once(program, 'exit');
      program.kill();
      await exited;
    }
  };

  const request = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each command has another answer
    const { value } = (await answer.json()) as { value: any };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };

  try {
    await until(async () => (await request('GET', '/status').catch(() => null))?.ready || undefined, 'WebKitWebDriver');
    // Commands do not wait for a page, as a person's do not: the test waits for what it needs.
    const { sessionId } = await request('POST', '/session', {
      capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } },
    });
    await request('POST', `/session/${sessionId}/window/rect`, { x: 0, y: 0, width: 1280, height: 1024 });
    const session = (path: string, body: object) => request('POST', `/session/${sessionId}${path}`, body);
    const run = <Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Result> =>
      session('/execute/sync', { script: `return (${script}).apply(null, arguments)`, args });

    type Found = Record<string, string>;
    const visible = (role: Role, name: string): Promise<Found | null> =>
      run(elementNamed, role, name).catch(() => null) as Promise<Found | null>;
    /** Waits for a visible element; the page may be loading. */
    const find = (role: Role, name: string) =>
      until(async () => (await visible(role, name)) ?? undefined, `${role} “${name}”`);
    /** Waits for an element that can be pressed, and presses it. */
    const press = (role: Role, name: string) =>
      until(async () => {
        const [element] = Object.values((await visible(role, name)) ?? {});
        if (element === undefined) return undefined;
        const pressed = session(`/element/${element}/click`, {});
        return pressed.then(() => true).catch(() => undefined);
      }, `${role} “${name}” that can be pressed`);
    /** Presses keys one after another. */
    const type = (text: string) =>
      session('/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [...text].flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      });

    return {
      open: (path: string) => session('/url', { url: `${origin}${path}` }),
      run,
      find,
      press,
      type,
      fill: async (name: string, text: string) => {
        await press('field', name);
        await type(text);
      },
      /** Acts inside a frame. */
      inFrame: async (name: string, act: () => Promise<unknown>) => {
        const frame = await until(
          async () => (await run((wanted) => document.querySelector(`iframe[name="${wanted}"]`), name)) ?? undefined,
          `frame “${name}”`,
        );
        await session('/frame', { id: frame });
        await act();
        await session('/frame', { id: null });
      },
      stop: async () => {
        await request('DELETE', `/session/${sessionId}`);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Runs in the page: the first visible element with a role and a name. */
function elementNamed(role: Role, name: string): Element | null {
  const selectors = { button: 'button', field: 'input, select', heading: 'h1' };
  const nameOf = (element: Element) => {
    const [label] = (element as HTMLInputElement).labels ?? [];
    return (element.getAttribute('aria-label') ?? (label ?? element).textContent).replace(/\s+/g, ' ').trim();
  };
  return (
    [...document.querySelectorAll(selectors[role])].find(
      (element) => element.checkVisibility() && nameOf(element).startsWith(name),
    ) ?? null
  );
}
