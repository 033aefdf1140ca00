import type { Family } from '#routes';
import type { FlowModule } from './stage.ts';

const auth = { name: 'auth', load: () => import('./flows/auth.tsx') };
const pages = { name: 'pages', load: () => import('./flows/pages.tsx') };

/** family → flow: families that share a name share one flow, and moving between them keeps it. */
export const playbill: Record<Family | 'notFound', { name: string; load: () => Promise<FlowModule> }> = {
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
  notFound: pages,
};
