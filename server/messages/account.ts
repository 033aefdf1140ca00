/* Messages of the dashboard's calls that are more specific than the default error. */

export const ownerOnly = /*i18n*/ { id: 'Only the account owner can do this.' };
export const teamIsLarger = /*i18n*/ { id: 'Your team has more people than that. Remove a teammate first.' };
export const ownerStays = /*i18n*/ { id: 'The owner of the account cannot be removed from the team.' };
export const onTheTeam = /*i18n*/ { id: 'This person is already on your team.' };
export const hasAccountElsewhere = /*i18n*/ {
  id: "You already have an account with this email address, so it can't join this team. Ask for an invitation to a different address.",
};
export const trialOver = /*i18n*/ {
  id: 'Your account was cancelled and has ended. Contact support to start again.',
};
export const subscriptionOver = /*i18n*/ {
  id: 'Your subscription has ended. Contact support to start again.',
};
export const passwordWrong = /*i18n*/ { id: 'Wrong password. Try again.' };
export const unknownDevice = /*i18n*/ { id: 'Unknown device' };
/** A browser and its operating system. */
export const browserOnSystem = /*i18n*/ { id: '{browser} on {system}' };
