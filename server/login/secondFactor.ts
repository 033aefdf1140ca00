import type { TwoFactorPolicy } from '#domain/constants.ts';
import type { User } from './user.ts';

type Setting = Pick<User, 'second_factor'>;

/** Whether a login with a password needs a code: always, on unknown devices, or only if the user has switched it on. */
export const needsLoginCode = (policy: TwoFactorPolicy, user: Setting, isKnownDevice: boolean): boolean =>
  needsCodeWithoutPassword(policy, user, isKnownDevice) || (policy === 'new-device' && !isKnownDevice);

/**
 * The same for a login without a password: by single sign-on, or right after the sign-up. The policy 'new-device' is
 * about passwords, and is left out.
 */
export const needsCodeWithoutPassword = (policy: TwoFactorPolicy, user: Setting, isKnownDevice = false): boolean =>
  policy === 'always' || (user.second_factor === 1 && !isKnownDevice);
