import type { authMachine } from '#machines/auth.machine.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { TwoFactorScreen } from '../twoFactor/TwoFactorScreen.tsx';
import { LoginScreen } from './LoginScreen.tsx';

/** §2: the flow of login: credentials, then the code; who is in waits for the dashboard. */
export function AuthScreen(props: ScreenProps<typeof authMachine>) {
  if (props.state.matches('loggedIn')) return <Skeleton />;
  return props.state.hasTag('twoFactor') ? <TwoFactorScreen {...props} /> : <LoginScreen {...props} />;
}
