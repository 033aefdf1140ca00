import { lazyApi } from '../lazyApi.ts';
import type { AppServices } from '../services.ts';
import type { LaterSteps } from './laterSteps.ts';

/**
 * The flows of the steps after the first are in a separate chunk. Only an answer of the API leads to them, so a call of
 * the first step is sent once they are loaded: otherwise its answer could not be shown.
 */
export function lazySteps(services: AppServices, load: (services: AppServices) => Promise<LaterSteps>) {
  let loaded: LaterSteps | null = null;
  const flow = <Name extends keyof LaterSteps>(name: Name): LaterSteps[Name] =>
    new Proxy({} as LaterSteps[Name], {
      get: (_, key) => {
        if (!loaded) throw new Error(`The flow "${name}" has not been loaded`);
        return Reflect.get(loaded[name], key);
      },
    });
  const { api, preload } = lazyApi(async () => {
    loaded = await load(services);
    return services.api;
  }, services);
  const steps: LaterSteps = {
    verification: flow('verification'),
    plan: flow('plan'),
    billing: flow('billing'),
    teamChoice: flow('teamChoice'),
    bankCheck: flow('bankCheck'),
  };
  return { steps, api, preload };
}
