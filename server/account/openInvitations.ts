import type { ServerContext } from '../platform/context.ts';
import type { Store, Tx } from '../store/schema.ts';

/** Invitations that can still be accepted. */
export const openInvitations = (db: Store | Tx, now: number) =>
  db
    .selectFrom('invitations')
    .selectAll('invitations')
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now);

/** Whether an invitation can still be accepted. */
export async function isInvitationOpen({ db, now }: Pick<ServerContext, 'db' | 'now'>, id: number): Promise<boolean> {
  const open = await openInvitations(db, now()).where('invitations.id', '=', id).executeTakeFirst();
  return open !== undefined;
}
