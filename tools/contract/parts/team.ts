import { type Customer, PASSWORD, type Suite } from '../context.ts';
import { given, textAt, valueAt } from '../rows.ts';

const team = { status: 200, has: ['data.users.0.id', 'data.invitations'] };
const session = { status: 201, has: ['user_id', 'user_token'] };

/** The team of a customer: one is invited by mail, one joins from a sign-up, one invitation is revoked. */
export async function tryTeam({ tryRow, mailbox, newAddress }: Suite, customer: Customer): Promise<void> {
  const as = (params: Record<string, string> = {}, body?: object) =>
    given([customer.session], (token) => ({ token, params, ...(body && { body }) }));
  const invite = (email: string) =>
    tryRow('', 'inviteTeammate', as({}, { email }), { status: 201, has: ['data.invitations.0.email'] });

  await tryRow('', 'readTeam', as(), team);
  const mia = newAddress('mia');
  await invite(mia);
  const invitation_token = customer.session ? await mailbox.linkToken(mia, 'invitation') : null;
  const link = given([invitation_token], (own) => ({ params: { invitation_token: own } }));
  await tryRow('', 'readInvitation', link, { status: 200, has: ['data.email', 'data.invited_by'] });
  const person = { first_name: 'Mia', last_name: 'Member', password: PASSWORD };
  const joined = await tryRow('', 'acceptInvitation', link && { ...link, body: person }, session);
  const user_id = textAt(joined, 'user_id');
  const ofMia = user_id === null ? null : as({ user_id });
  await tryRow('', 'assignAddOn', ofMia, team);
  await tryRow('', 'removeAddOn', ofMia, team);
  await tryRow('', 'removeTeammate', ofMia, team);

  const bob = newAddress('bob');
  const invited = await invite(bob);
  const body = { first_name: 'Bob', last_name: 'Member', email: bob, password: PASSWORD };
  const begun = await tryRow('of an invited person', 'createRegistration', invited === null ? null : { body }, {
    status: [200, 201],
    has: ['token'],
  });
  const token = textAt(begun, 'token');
  // The first mail is the invitation.
  let code = token === null ? null : await mailbox.code(bob);
  if (token !== null && code === null) code = await mailbox.code(bob);
  const verified = await tryRow(
    'of an invited person',
    'updateRegistration',
    given([token, code], (registration_token, verification_code) => ({
      params: { registration_token },
      body: { step: '2', verification_code },
    })),
    { status: [200, 201], has: ['invitations.0.id'] },
  );
  const joining = given([token, textAt(verified, 'invitations.0.id')], (registration_token, invitation_id) => ({
    params: { registration_token, invitation_id },
  }));
  await tryRow('', 'joinTeam', joining, { status: [201, 202] });

  const eve = newAddress('eve');
  const list = valueAt(await invite(eve), 'data.invitations') as { id: number; email: string }[] | undefined;
  const id = list?.find(({ email }) => email === eve)?.id;
  await tryRow('', 'revokeInvitation', id === undefined ? null : as({ invitation_id: String(id) }), team);

  const zoe = newAddress('zoe');
  await tryUnfinished({ tryRow, mailbox }, zoe);
}

/** A person who logs in before the sign-up is finished gets back to it. */
async function tryUnfinished({ tryRow, mailbox }: Pick<Suite, 'tryRow' | 'mailbox'>, email: string): Promise<void> {
  const body = { first_name: 'Zoe', last_name: 'Slow', email, password: PASSWORD };
  const begun = await tryRow(
    'of an unfinished sign-up',
    'createRegistration',
    { body },
    { status: [200, 201], has: ['token'] },
  );
  const token = textAt(begun, 'token');
  const code = token === null ? null : await mailbox.code(email);
  await tryRow(
    'of an unfinished sign-up',
    'updateRegistration',
    given([token, code], (registration_token, verification_code) => ({
      params: { registration_token },
      body: { step: '2', verification_code },
    })),
    { status: [200, 201] },
  );
  const loggedIn = await tryRow(
    'of an unfinished sign-up',
    'login',
    code === null ? null : { body: { email, password: PASSWORD } },
    {
      status: [200, 202],
    },
  );
  const nonce = textAt(loggedIn, 'nonce');
  let own = textAt(loggedIn, 'user_token');
  if (nonce !== null) {
    const six = await mailbox.code(email);
    const input = given([six], (loginCode) => ({ body: { code: loginCode, nonce } }));
    own = textAt(
      await tryRow('of an unfinished sign-up', 'loginWithCode', input, { status: [200, 201] }),
      'user_token',
    );
  }
  await tryRow(
    '',
    'resumeRegistration',
    given([own], (user) => ({ token: user })),
    { status: 201, has: ['token'] },
  );
}
