/** Gives password managers the username of a form that shows it elsewhere. */
export const UsernameForManagers = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
