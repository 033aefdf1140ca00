import * as v from 'valibot';
import { Email, NewPassword, Password, RequiredText } from '#contract/fields.ts';
import type { Check, Errors } from '#domain/form.ts';
import { messageCodes } from '#domain/messages.ts';

/*
 * The values of each form (§5), and the message codes of its errors. The schema of a form takes the values as typed and
 * returns them as a call sends them.
 */

const { required, passwordsDiffer, consent } = messageCodes;

/** §2 Login. */
export const LoginForm = v.object({ email: Email, password: Password, remember_me: v.boolean() });
export type LoginForm = v.InferInput<typeof LoginForm>;

/** §2 Request reset link, and any other form with only an address. */
export const EmailForm = v.object({ email: Email });
export type EmailForm = v.InferInput<typeof EmailForm>;

/** §5: both are required; a mismatch is shown at the second. */
export const NewPasswordForm = v.pipe(
  v.object({
    password: v.pipe(v.string(required), v.nonEmpty(required), NewPassword),
    repeatPassword: v.pipe(v.string(required), v.nonEmpty(required)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeatPassword']],
      ({ password, repeatPassword }) => password === repeatPassword,
      passwordsDiffer,
    ),
    ['repeatPassword'],
  ),
);
export type NewPasswordForm = v.InferInput<typeof NewPasswordForm>;

const Names = { first_name: RequiredText, last_name: RequiredText };
/** The terms must be accepted. */
const Agreement = v.pipe(v.boolean(), v.literal(true, consent));

/** §2 Step 1. */
export const AccountForm = v.object({ ...Names, email: Email, password: NewPassword, terms: Agreement });
export type AccountForm = v.InferInput<typeof AccountForm>;

/** Step 1 once the registration exists: an empty password keeps the old one. */
export const AccountAgainForm = v.object({
  ...AccountForm.entries,
  password: v.union([v.literal(''), NewPassword], ({ issues }) => issues?.[0]?.message ?? messageCodes.passwordShort),
});

/** §2 '2-sso': e-mail and password came with the single sign-on. */
export const ConfirmForm = v.object({ ...AccountForm.entries, email: v.string(), password: v.string() });

/** The form of an invited teammate. */
export const InvitationForm = v.object({ ...Names, password: NewPassword });
export type InvitationForm = v.InferInput<typeof InvitationForm>;

/** The dashboard: changing the password requires the old one. */
export const PasswordChangeForm = v.object({ current_password: Password, password: NewPassword });
export type PasswordChangeForm = v.InferInput<typeof PasswordChangeForm>;

/** The dashboard: switching the second factor requires the password; on request it logs out everywhere else. */
export const SecondFactorForm = v.object({ password: Password, end_other_sessions: v.boolean() });
export type SecondFactorForm = v.InferInput<typeof SecondFactorForm>;

/** Validates a form: the first message code of each invalid field; empty if all are valid. */
export const check =
  <Values, Output>(schema: v.GenericSchema<Values, Output>): Check<Values> =>
  (values) => {
    const { issues } = v.safeParse(schema, values);
    const codes = issues?.map((issue) => [v.getDotPath(issue), issue.message] as const) ?? [];
    return Object.fromEntries(codes.toReversed()) as Errors<Values>;
  };

/** Whether the values are valid. */
export const isValid = <Values, Output>(schema: v.GenericSchema<Values, Output>, values: Values): boolean =>
  v.is(schema, values);

/** The values as a call sends them: trimmed, digits only. Only for valid values. */
export const cleaned = <Values, Output>(schema: v.GenericSchema<Values, Output>, values: Values): Output =>
  v.parse(schema, values);
