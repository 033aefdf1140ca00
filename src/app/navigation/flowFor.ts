import type { Family } from '#domain/routes.ts';
import { loadMoreMessages } from '#text/pageMessages.ts';
import type { AppLocation } from './appLocation.ts';
import type { FlowEntry } from './flowRouter.ts';

/** A flow whose messages are not among those of the first screens. */
const withMoreMessages =
  (load: FlowEntry['load']): FlowEntry['load'] =>
  async (services) =>
    (await Promise.all([load(services), loadMoreMessages()]))[0];

const auth: FlowEntry = { name: 'auth', load: () => import('../flows/auth.tsx') };
const pages: FlowEntry = {
  name: 'pages',
  load: async (services) => (await import('../flows/pages.tsx')).inLanguage(services),
};
const invitation: FlowEntry = { name: 'invitation', load: () => import('../flows/invitation.tsx') };

/** family → flow: families with the same flow keep it while the visitor moves between them. */
const entries: Record<Family, FlowEntry> = {
  login: auth,
  login2fa: auth,
  recoverPassword: { name: 'recovery', load: () => import('../flows/recovery.tsx') },
  oneTimeLogin: { name: 'newPassword', load: () => import('../flows/newPassword.tsx') },
  registration: { name: 'registration', load: () => import('../flows/registration.tsx') },
  dashboard: { name: 'dashboard', load: withMoreMessages(() => import('../flows/dashboard.tsx')) },
  main: pages,
  contact: pages,
  termsAndConditions: pages,
  privacyPolicy: pages,
  ssoExternal: pages,
};

/** The flow for a location. A login link with an invitation is for a person who has no login yet. */
export function flowFor({ family, query }: AppLocation): FlowEntry {
  if (family === 'login' && query.has('invitation')) return invitation;
  return family ? entries[family] : pages;
}
