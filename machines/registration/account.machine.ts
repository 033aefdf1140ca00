import { assign, setup } from 'xstate';
import { checkAll, edit, emptyForm, type Form, leave, withErrors } from '#domain/form.ts';
import type { Notice } from '#domain/notice.ts';
import { defaultOrder } from '#domain/order.ts';
import { splitFailure } from '../failureNotice.ts';
import { AccountAgainForm, AccountForm, ConfirmForm, check, cleaned, isValid } from '../forms.ts';
import { apiRequest, effect, limits, notifyUnreachable } from '../port.ts';
import {
  hasStepMoved,
  isHosted,
  isRegistrationNotFound,
  movedOutcome,
  notFoundOutcome,
  outcomeOf,
  type StepOutcome,
  type SubmissionAnswer,
  type Submitted,
} from './outcome.ts';

/**
 * How the account is shown: `create` makes the registration; `edit` changes it, and an empty password keeps the old
 * one; `confirm` is '2-sso', without e-mail and password; `read` is read-only, because the e-mail has been verified.
 */
export type AccountMode = 'create' | 'edit' | 'confirm' | 'read';

const forms = { create: AccountForm, edit: AccountAgainForm, confirm: ConfirmForm, read: AccountForm };
const fields = ['first_name', 'last_name', 'email', 'password', 'terms'] as const;

type Context = {
  mode: AccountMode;
  token: string | null;
  termsVersion: string;
  form: Form<AccountForm>;
  /** What was sent last; only a `saved` outcome confirms that it arrived. */
  submitted: Submitted | null;
  outcome: StepOutcome | null;
};

const rejectionNotice = (error: unknown): Notice | null => splitFailure(error, fields).notice;

/** What this step saves in the registration; never the password. */
const submittedOf = ({ mode, form }: Context): Submitted => {
  const { first_name, last_name, email } = cleaned(forms[mode], form.values);
  return { data: { first_name, last_name, email } };
};

/** §2 Step 1 'Let's create your account', and '2-sso' in confirm mode. */
export const accountMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { mode: AccountMode; token: string | null; termsVersion: string; values: AccountForm },
    output: {} as StepOutcome,
    events: {} as
      | { type: 'CHANGE'; change: Partial<AccountForm> }
      | { type: 'BLUR'; field: keyof AccountForm }
      | { type: 'SUBMIT' }
      | { type: 'FORWARD' },
    tags: {} as 'pending',
  },
  actors: {
    createRegistration: apiRequest('createRegistration'),
    updateRegistration: apiRequest('updateRegistration'),
  },
  actions: {
    notify: effect<Notice | null>('notify'),
    notifyUnreachable: notifyUnreachable(),
    clearNotice: effect('clearNotice'),
    editForm: assign(({ context }, change: Partial<AccountForm>) => ({
      form: edit(context.form, change, check(forms[context.mode])),
    })),
    checkField: assign(({ context }, field: keyof AccountForm) => ({
      form: leave(context.form, field, check(forms[context.mode])),
    })),
    checkForm: assign(({ context }) => ({ form: checkAll(context.form, check(forms[context.mode])) })),
    setFormErrors: assign(({ context }, { error }: { error: unknown }) => ({
      form: withErrors(context.form, splitFailure(error, fields).fieldErrors),
    })),
    setSubmitted: assign(({ context }) => ({ submitted: submittedOf(context) })),
    setAnswer: assign(({ context }, answer: SubmissionAnswer) => ({ outcome: outcomeOf(answer, context.submitted) })),
    setOutcome: assign((_, outcome: StepOutcome) => ({ outcome })),
    clearPassword: assign(({ context }) => ({ form: emptyForm({ ...context.form.values, password: '' }) })),
  },
  guards: {
    isReadOnly: ({ context }) => context.mode === 'read',
    isIncomplete: ({ context }) => !isValid(forms[context.mode], context.form.values),
    isNew: ({ context }) => context.mode === 'create',
    isHosted,
    isRegistrationNotFound,
    hasStepMoved,
  },
  delays: { answer: limits.answer },
}).createMachine({
  id: 'account',
  context: ({ input: { values, ...input } }) => ({ ...input, form: emptyForm(values), submitted: null, outcome: null }),
  output: ({ context }) => context.outcome as StepOutcome,
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isReadOnly', target: 'reading' }, { target: 'editing' }] },
    reading: {
      on: { FORWARD: { target: 'wentForward', actions: { type: 'setOutcome', params: { kind: 'wentForward' } } } },
    },
    editing: {
      on: {
        CHANGE: { actions: { type: 'editForm', params: ({ event }) => event.change } },
        BLUR: { actions: { type: 'checkField', params: ({ event }) => event.field } },
        SUBMIT: [
          { guard: 'isIncomplete', actions: 'checkForm' },
          { guard: 'isNew', target: 'creating', actions: ['checkForm', 'setSubmitted'] },
          { target: 'updating', actions: ['checkForm', 'setSubmitted'] },
        ],
      },
    },
    creating: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'createRegistration',
        src: 'createRegistration',
        input: ({ context }) => {
          const { terms: _, ...body } = cleaned(AccountForm, context.form.values);
          const { packageType: package_type, nbUsers: nb_users, nbCxBundles: nb_cx_bundles } = defaultOrder;
          return { body: { ...body, consent_version: context.termsVersion, package_type, nb_users, nb_cx_bundles } };
        },
        onDone: [
          {
            guard: { type: 'isHosted', params: ({ event }) => event.output },
            target: 'hosted',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          { target: 'saved', actions: { type: 'setAnswer', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'editing',
          actions: [
            { type: 'setFormErrors', params: ({ event }) => event },
            { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
          ],
        },
      },
      after: {
        answer: { target: 'editing', actions: 'notifyUnreachable' },
      },
    },
    updating: {
      tags: 'pending',
      entry: 'clearNotice',
      invoke: {
        id: 'updateRegistration',
        src: 'updateRegistration',
        input: ({ context }) => {
          const { terms: _, ...values } = cleaned(forms[context.mode], context.form.values);
          const { email, password, ...names } = values;
          const consent = { consent_version: context.termsVersion };
          return {
            params: { registration_token: context.token ?? '' },
            body:
              context.mode === 'confirm'
                ? { step: '2-sso', ...names, ...consent }
                : { step: '1', ...names, email, password, ...consent },
          };
        },
        onDone: [
          {
            guard: { type: 'isHosted', params: ({ event }) => event.output },
            target: 'hosted',
            actions: { type: 'setAnswer', params: ({ event }) => event.output },
          },
          { target: 'saved', actions: { type: 'setAnswer', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isRegistrationNotFound', params: ({ event }) => event },
            target: 'registrationNotFound',
            actions: { type: 'setOutcome', params: ({ event }) => notFoundOutcome(event.error) },
          },
          {
            guard: { type: 'hasStepMoved', params: ({ event }) => event },
            target: 'moved',
            actions: { type: 'setOutcome', params: ({ event }) => movedOutcome(event.error) },
          },
          {
            target: 'editing',
            actions: [
              { type: 'setFormErrors', params: ({ event }) => event },
              { type: 'notify', params: ({ event }) => rejectionNotice(event.error) },
            ],
          },
        ],
      },
      after: {
        answer: { target: 'editing', actions: 'notifyUnreachable' },
      },
    },
    /** A hosted page covers the form; the registration decides what comes next. */
    hosted: { tags: 'pending', entry: 'clearPassword' },
    wentForward: { type: 'final' },
    saved: { type: 'final', entry: 'clearPassword' },
    moved: { type: 'final', entry: 'clearPassword' },
    registrationNotFound: { type: 'final', entry: 'clearPassword' },
  },
});
