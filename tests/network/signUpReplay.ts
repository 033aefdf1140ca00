import type { CallInput } from '#contract/call.ts';
import type { Calls } from '#contract/calls.ts';
import { insertRegistration } from '#server/registration/creation.ts';
import { as } from '../support/account.ts';
import { codeFor, otherThan } from '../support/people.ts';
import type { TestServer } from '../support/server.ts';
import type { Outcome, Served } from './faults.ts';
import type { Variant } from './signUp.ts';
import { codeOf as mailedCode } from './signUpRecords.ts';
import { executed, type Replay } from './traces.ts';

type Update = CallInput<Calls['updateRegistration']>['body'];
type Body = Partial<Update>;

/** The owner of the team that invites. */
export const TEAM = 'cy@team.example';
/** An area with numbers, which stands for all areas of the model. */
const AREA = 14_154;
export const CARD = '4242424242424242';
const CHALLENGED_CARD = '4000000000003220';

/** Sends the calls of one trace to the server: its addresses, tokens, codes, numbers and cards for the model's. */
export async function replayOf(server: TestServer, variant: Variant, trace: number): Promise<Replay> {
  const { api, context, clock, request } = server;
  const emailOf = (email = 'ann@acme.example') => email.replace('@', `-${trace}@`);
  const tokens = new Map<string, string>();
  /** By the model's token: the address that has been mailed a code. */
  const mailed = new Map<string, string>();
  const checks = new Map<string, string>();
  await context.db.deleteFrom('reservations').execute();
  if (variant.isInvited) await (await as(server, TEAM)).inviteTeammate({ body: { email: emailOf() } });
  if (variant.isSso) tokens.set('t1', await ssoRegistration(server, emailOf()));

  const numbersOf = async (token: string) => {
    const { data } = await api.listNumbers({ params: { registration_token: token, coverage_id: String(AREA) } });
    return data.data.numbers.map(({ e164 }) => e164);
  };
  const numbers = new Map<string, string>();
  const numberOf = async (number: string, token: string) => {
    if (!numbers.has(number)) {
      const [own = ''] = (await numbersOf(token)).filter((e164) => ![...numbers.values()].includes(e164));
      numbers.set(number, own);
    }
    return numbers.get(number) ?? '';
  };
  const codeOf = async (code: string, token: string) => {
    const own = await codeFor(server, mailed.get(token) ?? '').catch(() => '000000');
    return code === mailedCode(token) ? own : otherThan(own);
  };
  const bodyOf = async (body: Body, token: string, own: string): Promise<Update> => {
    const { email, verification_code: code, number, number_id: area, card_number: card, ...rest } = body;
    return {
      ...(rest as Update),
      ...(email && { email: emailOf(email) }),
      ...(code && { verification_code: await codeOf(code, token) }),
      ...(number && { number: await numberOf(number, own) }),
      ...(area && { number_id: AREA }),
      ...(card && { card_number: (variant.requiresBankCheck ?? true) ? CHALLENGED_CARD : CARD }),
    };
  };
  const endCheck = async (token: string, result: string): Promise<null> => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    await request(checks.get(token) ?? '', { method: 'POST', headers, body: `result=${result}` });
    return null;
  };
  const noteCheck = (token: string, outcome: Outcome) => {
    const { data } = ('answer' in outcome ? outcome.answer : {}) as { data?: { url?: string } };
    if (data?.url) checks.set(token, new URL(data.url).pathname);
  };

  return async ({ name, input, outcome: modelled }: Served) => {
    clock.forward(31);
    const { params, body = {} } = (input ?? {}) as { params?: { registration_token: string }; body?: Body };
    const token = params?.registration_token ?? '';
    const own = { registration_token: tokens.get(token) ?? 'unknown' };
    switch (name) {
      case 'passBankCheck':
        return endCheck((input as { token: string }).token, 'approved');
      case 'failBankCheck':
        return endCheck((input as { token: string }).token, 'declined');
      case 'createRegistration': {
        const outcome = await executed(api.createRegistration({ body: (await bodyOf(body, '', '')) as never }));
        const made = tokenOf(modelled);
        tokens.set(made, tokenOf(outcome));
        mailed.set(made, emailOf(body.email));
        return outcome;
      }
      case 'readRegistration':
        return executed(api.readRegistration({ params: own }));
      case 'updateRegistration': {
        const sent = await bodyOf(body, token, own.registration_token);
        const outcome = await executed(api.updateRegistration({ params: own, body: sent }));
        if (body.email && 'answer' in outcome) mailed.set(token, emailOf(body.email));
        noteCheck(token, outcome);
        return outcome;
      }
      case 'resendRegistrationCode':
        return executed(api.resendRegistrationCode({ params: own }));
      case 'joinTeam': {
        const { id } = await context.db
          .selectFrom('invitations')
          .select('id')
          .where('email', '=', emailOf())
          .executeTakeFirstOrThrow();
        return executed(api.joinTeam({ params: { ...own, invitation_id: String(id) } }));
      }
      case 'openRegistrationSession':
        return executed(api.openRegistrationSession({ params: own }));
      default:
        return null;
    }
  };
}

const tokenOf = (outcome: Outcome): string =>
  'answer' in outcome ? (outcome.answer as { data: { token: string } }).data.token : '';

/** What the return from a provider that vouches for the address has created. */
async function ssoRegistration({ context }: TestServer, email: string): Promise<string> {
  return context.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('sso_identities')
      .values({
        user_id: null,
        provider: 'google',
        issuer: 'https://accounts.example',
        subject: email,
        email,
        email_verified: 1,
        created_at: context.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { token } = await insertRegistration(context, tx, {
      step: '2-sso',
      language: 'en',
      currency: 'EUR',
      first_name: 'Ann',
      last_name: 'Lee',
      email,
      sso_identity_id: id,
      verified_at: context.now(),
    });
    return token;
  });
}
