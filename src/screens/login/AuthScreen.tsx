import { Suspense } from 'react';
import type { authMachine } from '#machines/auth.machine.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { lazyScreen } from '../lazyScreen.ts';
import type { ScreenProps } from '../screenProps.ts';
import { LoginScreen } from './LoginScreen.tsx';

/** The screen of the code, in a chunk of its own: most visitors of the login do not see it. */
export const twoFactor = lazyScreen(async () => (await import('../twoFactor/TwoFactorScreen.tsx')).TwoFactorScreen);

/** §2 Login: the credentials, then the code; after the login, a skeleton until the dashboard is shown. */
export function AuthScreen(props: ScreenProps<typeof authMachine>) {
  if (props.state.matches('loggedIn')) return <Skeleton />;
  if (!props.state.hasTag('twoFactor')) return <LoginScreen {...props} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <twoFactor.Screen {...props} />
    </Suspense>
  );
}
