import type { Api } from '#adapters/api.ts';
import { addOwner, PASSWORD, tokenFor } from './people.ts';
import { startServer, type TestServer } from './server.ts';

export const EMAIL = 'ann@example.com';

/** A logged-in client. */
export async function as(server: TestServer, email = EMAIL, password = PASSWORD, headers = {}): Promise<Api> {
  const { data } = await server.client({ headers }).login({ body: { email, password, remember_me: false } });
  return server.client({ headers, userToken: (data as { user_token: string }).user_token });
}

export async function ownerOf(details: Parameters<typeof addOwner>[2] = {}) {
  const server = await startServer({ TWO_FACTOR: 'off' });
  const people = await addOwner(server, EMAIL, details);
  return { server, ...people, me: await as(server) };
}

/** An invited teammate who has accepted. */
export async function addMember(server: TestServer, owner: Api, email = 'mia@example.com'): Promise<Api> {
  await owner.inviteTeammate({ body: { email } });
  const invitation_token = await tokenFor(server, email, 'invitation');
  const body = { first_name: 'Mia', last_name: 'Member', password: 'another long sentence' };
  const { data } = await server.api.acceptInvitation({ params: { invitation_token }, body });
  return server.client({ userToken: data.user_token });
}
