import type { AnyStateMachine } from 'xstate';
import { success } from '#domain/notice.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.machine.ts';
import { passwordChangeMachine } from '#machines/dashboard/passwordChange.machine.ts';
import { invitationMachine } from '#machines/invitation.machine.ts';
import { newPasswordMachine } from '#machines/newPassword.machine.ts';
import { noticeMachine } from '#machines/notice.machine.ts';
import { recoveryMachine } from '#machines/recovery.machine.ts';
import { resumptionMachine } from '#machines/registration/resumption.machine.ts';
import { rejection } from './faults.ts';
import { step } from './page.ts';
import { MachinePool } from './ports.ts';
import type { Scenario } from './scenario.ts';

export const machines = [recoveryMachine, newPasswordMachine, invitationMachine, noticeMachine, resumptionMachine];

const pool = (machine: AnyStateMachine) => new MachinePool((ports) => ports.around(machine));
const nothing = () => ({});
const password = 'correct horse 9';
const email = 'ann@acme.example';
const session = { user_id: 7, user_token: 'u7' };
const wasSent = success({ text: 'Sent.' });

/** Flows with one or two requests. The server rejects the second execution of what can be done only once. */
export const smallScenarios: Record<string, Scenario> = {
  'asking for a reset link': {
    pool: pool(recoveryMachine),
    input: { email: '' },
    serverState: nothing,
    answers: () => ({ requestReset: () => ({ status: 200, data: {} }) }),
    person: (actor, { context }) =>
      context.form.values.email === '' ? step(actor, 'CHANGE', { change: { email } }) : step(actor, 'SUBMIT'),
    isDone: (state) => state.matches('sent'),
    once: ['requestReset'],
  },
  'choosing a new password': {
    pool: pool(newPasswordMachine),
    input: { token: 'p1' },
    serverState: nothing,
    answers: () => ({
      readReset: () => ({ status: 200, data: { data: { email } } }),
      resetPassword: (_, done) => {
        if (done > 0) throw rejection('tokenInvalid');
        return { status: 200, data: { message: 'It is new.', user_email: email } };
      },
      login: () => ({ status: 200, data: session }),
    }),
    person: (actor, { context }) =>
      context.form.values.password === ''
        ? step(actor, 'CHANGE', { change: { password, repeatPassword: password } })
        : step(actor, 'SUBMIT'),
    // If the login fails, the login screen follows.
    isDone: ({ status }, recorded) => status === 'done' && recorded.has('goTo'),
    once: ['resetPassword'],
    secrets: [password],
  },
  'accepting an invitation': {
    pool: pool(invitationMachine),
    input: { token: 'i1' },
    serverState: nothing,
    answers: () => ({
      readInvitation: () => ({ status: 200, data: { data: { email, company: 'Acme', invited_by: 'Bo' } } }),
      acceptInvitation: (_, done) => {
        if (done > 0) throw rejection('tokenInvalid');
        return { status: 201, data: session };
      },
    }),
    person: (actor, state) => {
      if (state.matches('failed')) return step(actor, 'TRY_AGAIN');
      return state.context.form.values.password === ''
        ? step(actor, 'CHANGE', { change: { first_name: 'Ann', last_name: 'Lee', password } })
        : step(actor, 'SUBMIT');
    },
    isDone: ({ status }, recorded) => status === 'done' && recorded.has('openSession'),
    once: ['acceptInvitation'],
    secrets: [password],
  },
  'asking for the confirmation once more': {
    pool: pool(noticeMachine),
    input: { error: null },
    serverState: nothing,
    answers: () => ({ resendConfirmation: () => ({ status: 200, data: { message: 'Sent.' } }) }),
    person: (actor, state) =>
      state.can({ type: 'RESEND_CONFIRMATION' })
        ? step(actor, 'RESEND_CONFIRMATION')
        : step(actor, 'SHOW', { notice: { ...wasSent, kind: 'problem', message: { text: 'No.' }, resendTo: email } }),
    isDone: ({ context }) => JSON.stringify(context.notices) === JSON.stringify([wasSent]),
    once: ['resendConfirmation'],
  },
  'finishing a sign-up after a login': {
    pool: pool(dashboardMachine),
    serverState: nothing,
    answers: () => ({
      readAccount: () => {
        throw rejection('signUpOpen');
      },
      resumeRegistration: () => ({ status: 201, data: { token: 't9' } }),
    }),
    person: (actor, state) => step(actor, state.matches('failed') ? 'TRY_AGAIN' : 'FINISH_SIGN_UP'),
    isDone: (_, recorded) => recorded.has('goToRegistration'),
    once: ['resumeRegistration'],
  },
  'going on with a sign-up that was left': {
    pool: pool(resumptionMachine),
    input: { token: 't1' },
    serverState: nothing,
    answers: () => ({
      readRegistration: () => ({ status: 200, data: { data: { data: { email }, step: '3', completed_at: null } } }),
    }),
    person: (actor) => step(actor, 'RESUME'),
    isDone: (_, recorded) => recorded.has('resume') && !recorded.has('startAgain'),
    once: [],
  },
  'asking for a first password': {
    pool: pool(passwordChangeMachine),
    input: { hasPassword: false, email },
    serverState: nothing,
    answers: () => ({ requestReset: () => ({ status: 200, data: {} }) }),
    person: (actor, state) => step(actor, state.matches('linkSent') ? 'CLOSE' : 'SEND_LINK'),
    isDone: ({ status }) => status === 'done',
    once: ['requestReset'],
  },
};
