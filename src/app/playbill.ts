import type { Family } from '#routes';
import type { Place } from './place.ts';
import type { Program } from './stage.ts';

const auth: Program = { name: 'auth', load: () => import('./flows/auth.tsx') };
const pages: Program = { name: 'pages', load: async (world) => (await import('./flows/pages.tsx')).inLanguage(world) };
const invitation: Program = { name: 'invitation', load: () => import('./flows/invitation.tsx') };

/** family → flow: families that share a flow keep it while the visitor moves between them. */
const programs: Record<Family, Program> = {
  login: auth,
  login2fa: auth,
  recoverPassword: { name: 'recovery', load: () => import('./flows/recovery.tsx') },
  oneTimeLogin: { name: 'newPassword', load: () => import('./flows/newPassword.tsx') },
  registration: { name: 'registration', load: () => import('./flows/registration.tsx') },
  dashboard: { name: 'dashboard', load: () => import('./flows/dashboard.tsx') },
  main: pages,
  contact: pages,
  termsAndConditions: pages,
  privacyPolicy: pages,
  ssoExternal: pages,
};

/** Which flow plays at a place. A login link that carries an invitation is for somebody who has no login yet. */
export function programOf({ family, query }: Place): Program {
  if (family === 'login' && query.has('invitation')) return invitation;
  return family ? programs[family] : pages;
}
