import type { KeyValueStore } from '#adapters/storage.ts';
import type { FlowRouter } from './navigation/flowRouter.ts';
import type { AppServices } from './services.ts';

/** Session storage: the address that was typed, on its way to the document of another language. */
const KEY = 'typed_address';

/** The address that was typed before the language was changed; it is handed over once. */
export function takeLoginHint(tab: KeyValueStore): string {
  const email = tab.read(KEY) ?? '';
  tab.remove(KEY);
  return email;
}

/** Another language is another document: the address that was typed goes along. */
export function passLoginHint({ languageChoice, loginHint, sessionStore }: Services, router: Router): void {
  languageChoice.subscribe((snapshot) => {
    if (!snapshot.matches('moving')) return;
    router.activeFlow()?.flow.keepAddress?.();
    sessionStore.write(KEY, loginHint.email);
  });
}

type Services = Pick<AppServices, 'languageChoice' | 'loginHint' | 'sessionStore'>;
type Router = Pick<FlowRouter, 'activeFlow'>;
