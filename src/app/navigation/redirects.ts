import type { ProductCookies } from '#adapters/cookies.ts';
import type { AuthCookie } from '#contract/browser.ts';
import { redirectsLoggedIn } from '#domain/routes.ts';
import { type AppLocation, isMailedLink } from './appLocation.ts';
import type { Navigation } from './navigation.ts';

/** §2: whether this location redirects a logged-in visitor to the dashboard. */
export const isRedirectedToDashboard = (appLocation: AppLocation, { auth }: Pick<ProductCookies, 'auth'>): boolean =>
  appLocation.family !== null &&
  auth.read() !== null &&
  redirectsLoggedIn(appLocation.family, isMailedLink(appLocation));

type Services = { cookies: ProductCookies; navigation: Navigation };

/** §2: logged-in visitors go to the dashboard, others to the login. The function returns whether it redirected. */
export function createRedirects({ cookies, navigation }: Services) {
  let redirectedWith: AuthCookie | null = null;
  return (appLocation: AppLocation): boolean => {
    const { family } = appLocation;
    cookies.removeOthers();
    if (family === null) return false;
    const login = cookies.auth.read();
    if (login && isRedirectedToDashboard(appLocation, cookies)) {
      redirectedWith = login;
      navigation.redirect('dashboard');
      return true;
    }
    if (login) return false;
    if (cookies.auth.exists()) cookies.auth.remove();
    if (family !== 'dashboard') return false;
    // The cookie belongs to the path of another page and is invisible to the dashboard: it would redirect here again.
    if (redirectedWith) cookies.auth.reject(redirectedWith);
    navigation.redirect('login');
    return true;
  };
}
