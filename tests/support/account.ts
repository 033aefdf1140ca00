import type { Api } from '#adapters/api.ts';
import { addOwner, PASSWORD, tokenFor } from './people.ts';
import { startServer, type TestServer } from './server.ts';

export const EMAIL = 'ann@example.com';
export const credentials = { email: EMAIL, password: PASSWORD, remember_me: false };

/** Logs in up to the second factor; returns the nonce. */
export async function challenge({ api }: TestServer, body: typeof credentials = credentials): Promise<string> {
  const answer = await api.login({ body });
  if (answer.status !== 202) throw new Error(`Login answered ${answer.status}.`);
  return answer.data.nonce;
}

/** Logs in without a second factor; returns the token of the session. */
export async function sessionToken(
  { api }: Pick<TestServer, 'api'>,
  email = EMAIL,
  password = PASSWORD,
  remember_me = false,
): Promise<string> {
  const answer = await api.login({ body: { email, password, remember_me } });
  if (answer.status !== 200) throw new Error(`Login answered ${answer.status}.`);
  return answer.data.user_token;
}

/** A logged-in client. */
export async function as(server: TestServer, email = EMAIL, password = PASSWORD, headers = {}): Promise<Api> {
  const userToken = await sessionToken({ api: server.client({ headers }) }, email, password);
  return server.client({ headers, userToken });
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
