/** Labels of the buttons that send an event of a flow; several if screens differ. */
export const buttonLabels: Record<string, Record<string, readonly string[]>> = {
  auth: { SUBMIT: ['Log in', 'Verify and log in'], RESEND: ['Resend code'] },
  recovery: { SUBMIT: ['Request reset link'], BACK: ['Use a different email address'] },
  newPassword: { SUBMIT: ['Change password'] },
  invitation: { SUBMIT: ['Join and log in'], TRY_AGAIN: ['Try again'] },
  dashboard: {
    LOG_OUT: ['Log out'],
    TRY_AGAIN: ['Try again'],
    SWITCH_SECOND_FACTOR: ['Turn on login codes'],
    DISMISS_GREETING: ['Got it'],
    CHANGE_PASSWORD: ['Change password', 'Choose a password'],
    FINISH_SIGN_UP: ['Finish signing up'],
  },
  passwordChange: { SEND_LINK: ['Email me a link'] },
  cancellation: { CONFIRM: ['Cancel trial'], CLOSE: ['Keep trial'] },
  userCount: { SUBMIT: ['Save'], CLOSE: ['Close'] },
  numberChange: { SUBMIT: ['Change number'], CLOSE: ['Keep current number'] },
  account: { SUBMIT: ['Create an account', 'Confirm'], FORWARD: ['Continue'] },
  verification: { SUBMIT: ['Verify'], RESEND: ['Resend code'], BACK: ['Back'] },
  // The plan also joins a team without a button here, so JOIN is sent directly.
  teamChoice: { START_OWN: ['Start my own account'] },
  plan: { SUBMIT: ['Continue'], BACK: ['Back'] },
  billing: { SUBMIT: ['Start trial'], BACK: ['Back'] },
  bankCheck: { CANCEL: ['Cancel'], BANK_ANSWERED: ["I'm done"] },
  resumption: { RESUME: ['Continue'], START_AGAIN: ['Start again'] },
  registration: { TRY_AGAIN: ['Try again'], START_AGAIN: ['Start again'], LOG_IN: ['Log in'] },
};
