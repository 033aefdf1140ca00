import { InvitationScreen } from '#screens/invitation/InvitationScreen.tsx';
import { invitationCases } from '../machines/invitation.cases.ts';
import { testScreen } from '../support/screen.tsx';

const form = {
  heading: 'Join your team',
  says: ['invited you to the team'],
  buttons: { 'Join and log in': { type: 'SUBMIT' } },
} as const;

testScreen('invitation', invitationCases, {
  screen: InvitationScreen,
  looks: {
    reading: { says: ['Loading…'] },
    unread: { heading: 'Join your team', buttons: { 'Try again': { type: 'RETRY' } } },
    editing: { ...form, fields: ['First name', 'Last name', 'Password'] },
    accepting: form,
    dead: { heading: 'Join your team', says: ['Have an account already? Log in'] },
    accepted: { says: ['Loading…'] },
  },
});
