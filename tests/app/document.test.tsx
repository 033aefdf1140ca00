import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { activated } from '#app/document/activation.ts';
import { isPrerendered } from '#app/document/isPrerendered.ts';
import { pageSettings } from '#app/document/pageSettings.ts';
import { showUnloadable } from '#app/document/unloadable.ts';
import type { FlowRouter } from '#app/navigation/flowRouter.ts';
import type { AppServices } from '#app/services.ts';
import { settings } from '#settings';

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

describe('the settings in the page', () => {
  const written = (text: string) => {
    const page = document.implementation.createHTMLDocument();
    const script = page.body.appendChild(page.createElement('script'));
    script.id = 'settings';
    script.textContent = text;
    return pageSettings(page);
  };

  it('are used', () => {
    expect(written(JSON.stringify({ ...settings, coolDownSeconds: 7 }))).toEqual({ ...settings, coolDownSeconds: 7 });
  });

  it.each(['', '{', 'null', JSON.stringify({ ...settings, coolDownSeconds: 'seven' })])(
    'that cannot be read are those of the build: %j',
    (text) => {
      expect(written(text)).toBe(settings);
    },
  );

  it('that the server has not written are those of the build', () => {
    expect(pageSettings(document.implementation.createHTMLDocument())).toBe(settings);
  });
});

describe('a page that the browser prerenders', () => {
  it('starts when it is activated, not before', async () => {
    const page = Object.assign(document.implementation.createHTMLDocument(), { prerendering: true });
    let isStarted = false;
    const started = activated(page).then(() => {
      isStarted = true;
    });
    await Promise.resolve();
    expect(isStarted).toBe(false);
    page.dispatchEvent(new Event('prerenderingchange'));
    await started;
    expect(isStarted).toBe(true);
  });

  it.each([{ prerendering: false }, {}])('starts at once if it was opened: %j', async (state) => {
    await activated(Object.assign(document.implementation.createHTMLDocument(), state));
  });
});

describe('the page is hydrated only if it shows what is about to be rendered', () => {
  const flow = (isWhole: boolean | undefined) => ({
    render: () => null,
    ...(isWhole !== undefined && { isPrerendered: () => isWhole }),
  });
  const routerWith = (active: object | null) =>
    ({ activeFlow: () => active && { flow: active } }) as unknown as FlowRouter;
  const notices = (...shown: object[]) => ({ getSnapshot: () => ({ context: { notices: shown } }) });
  const services = { language: 'mx', notice: notices(), settings } as unknown as AppServices;
  const router = routerWith(flow(true));

  it('as after an ordinary visit', () => {
    expect(isPrerendered(services, router, 'es-MX')).toBe(true);
  });

  it.each<[string, () => boolean]>([
    ['in another language', () => isPrerendered(services, router, 'es')],
    ['with a notice', () => isPrerendered({ ...services, notice: notices({}) as never }, router, 'es-MX')],
    ['in another state of the flow', () => isPrerendered(services, routerWith(flow(false)), 'es-MX')],
    ['in a flow that is not prerendered', () => isPrerendered(services, routerWith(flow(undefined)), 'es-MX')],
    ['before a flow', () => isPrerendered(services, routerWith(null), 'es-MX')],
    [
      'with other providers than at build time',
      () => isPrerendered({ ...services, settings: { ...settings, ssoProviders: ['google'] } }, router, 'es-MX'),
    ],
    [
      'with another order of the steps than at build time',
      () => isPrerendered({ ...services, settings: { ...settings, signupOrder: 'plan-first' } }, router, 'es-MX'),
    ],
    [
      'with a query',
      () => {
        history.replaceState(null, '', '/?first_name=Ann');
        return isPrerendered(services, router, 'es-MX');
      },
    ],
  ])('and not %s', (_, isShown) => {
    expect(isShown()).toBe(false);
  });
});

describe('a page whose code cannot be fetched', () => {
  it('shows its own text for that, with a link to itself', () => {
    history.replaceState(null, '', '/login/?error=x#part');
    document.body.innerHTML =
      '<div id="root">Loading</div><template id="unloadable"><p>Try again: <a href="/">reload</a></p></template>';
    const root = document.getElementById('root') as HTMLElement;
    showUnloadable(root);
    expect(root.textContent).toBe('Try again: reload');
    expect(root.querySelector('a')?.getAttribute('href')).toBe('/login/?error=x');
    expect(document.querySelector<HTMLTemplateElement>('#unloadable')?.content.querySelector('p')).not.toBeNull();
  });

  it('may have no link in it', () => {
    document.body.innerHTML = '<div id="root">Loading</div><template id="unloadable">Try again</template>';
    const root = document.getElementById('root') as HTMLElement;
    showUnloadable(root);
    expect(root.textContent).toBe('Try again');
  });

  it('stays as it is if it has none', () => {
    document.body.innerHTML = '<div id="root">Loading</div>';
    const root = document.getElementById('root') as HTMLElement;
    showUnloadable(root);
    expect(root.textContent).toBe('Loading');
  });
});

describe('what is only needed later', () => {
  const timers = () => {
    vi.resetModules();
    vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame'] });
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('waits until the first screen works and has been painted, then until the browser is idle, two seconds at most', async () => {
    timers();
    const idle = vi.fn((callback: () => void) => callback());
    vi.stubGlobal('requestIdleCallback', idle);
    const { firstScreenWorks, whenIdle } = await import('#app/whenIdle.ts');
    const called = vi.fn();
    whenIdle(called);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(called).not.toHaveBeenCalled();
    firstScreenWorks();
    await Promise.resolve();
    expect(called).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(called).toHaveBeenCalledOnce();
    expect(idle.mock.calls[0]?.slice(1)).toEqual([{ timeout: 2000 }]);
  });

  it('waits a moment in a browser that does not say when it is idle', async () => {
    timers();
    vi.stubGlobal('requestIdleCallback', undefined);
    const { firstScreenWorks, whenIdle } = await import('#app/whenIdle.ts');
    const called = vi.fn();
    whenIdle(called);
    firstScreenWorks();
    await vi.advanceTimersByTimeAsync(100);
    expect(called).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(called).toHaveBeenCalledOnce();
  });

  it('waits for no painting in a page that is in the background', async () => {
    timers();
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback());
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { firstScreenWorks, whenIdle } = await import('#app/whenIdle.ts');
    const called = vi.fn();
    whenIdle(called);
    firstScreenWorks();
    await vi.advanceTimersByTimeAsync(0);
    expect(called).toHaveBeenCalledOnce();
  });
});

test.each([
  ['yields to the browser, if it can', { yield: () => Promise.resolve('yielded') }],
  ['ends the task where it cannot', {}],
  ['ends the task where there is no scheduler', undefined],
])('what goes on in a task of its own %s', async (_, scheduler) => {
  vi.stubGlobal('scheduler', scheduler);
  const order: string[] = [];
  const { nextTask } = await import('#adapters/nextTask.ts');
  const next = nextTask().then(() => order.push('next'));
  order.push('now');
  await next;
  expect(order).toEqual(['now', 'next']);
  vi.unstubAllGlobals();
});
