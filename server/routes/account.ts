import type { App } from '../http/serve.ts';
import type { ServerContext } from '../platform/context.ts';
import { mountAddOns } from './account/addOns.ts';
import { mountInvitations } from './account/invitations.ts';
import { mountNumber } from './account/number.ts';
import { mountOverview } from './account/overview.ts';
import { mountSecurity } from './account/security.ts';
import { mountUsers } from './account/users.ts';

/** Mounts the dashboard's calls. */
export function mountAccount(app: App, context: ServerContext): void {
  mountOverview(app, context);
  mountAddOns(app, context);
  mountUsers(app, context);
  mountInvitations(app, context);
  mountNumber(app, context);
  mountSecurity(app, context);
}
