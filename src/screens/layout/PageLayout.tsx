import { Trans, useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { VERSION } from '#domain/constants.ts';
import type { Family } from '#domain/routes.ts';
import { Logo } from '#ui/Logo.tsx';
import { usePage } from '../page.ts';
import { RouteLink } from '../RouteLink.tsx';
import './PageLayout.css';

type PageLayoutProps = {
  /** Null: 'Route not found'. */
  family: Family | null;
  languageSelector: ReactNode;
  banner: ReactNode;
  onManageCookies: () => void;
  children: ReactNode;
};

/** §2: the frame of every screen. The external landing is without tagline, language selector and link to the sign-up. */
export function PageLayout({ family, languageSelector, banner, onManageCookies, children }: PageLayoutProps) {
  const { i18n } = useLingui();
  const { settings } = usePage();
  const { name, logo } = settings.brand;
  const isLanding = family === 'ssoExternal';
  return (
    <div className="layout">
      <header className="layout-head">
        <RouteLink to="main" className="layout-home">
          <Logo name={name} image={logo} />
        </RouteLink>
        {!isLanding && <Tagline family={family} product={name} />}
        {!isLanding && languageSelector}
      </header>
      <div className="layout-banner">{banner}</div>
      <main className="layout-main">{children}</main>
      <footer className="layout-foot">
        {!isLanding && family !== 'dashboard' && <TurnLink family={family} />}
        <div className="layout-links">
          <RouteLink to="contact">{i18n.t('Contact support')}</RouteLink>
          <RouteLink to="termsAndConditions">{i18n.t('Terms and conditions')}</RouteLink>
          <RouteLink to="privacyPolicy">{i18n.t('Privacy policy')}</RouteLink>
          <button type="button" onClick={onManageCookies}>
            {i18n.t('Cookie settings')}
          </button>
          <span>
            {i18n.t('Version')} <span className="figures">{VERSION}</span>
          </span>
        </div>
      </footer>
    </div>
  );
}

function Tagline({ family, product }: { family: Family | null; product: string }) {
  const { i18n } = useLingui();
  return (
    <p className="layout-tagline">
      {family === 'registration'
        ? i18n.t('Start your 30 day free trial today!')
        : i18n._('Welcome to {product}', { product })}
    </p>
  );
}

/** From sign-up to login, from everywhere else to sign-up. */
const TurnLink = ({ family }: { family: Family | null }) => (
  <p className="layout-turn">
    {family === 'registration' ? (
      <Trans id="Have an account? <0>Log in</0>" components={[<RouteLink key="login" to="login" />]} />
    ) : (
      <Trans id="Don't have an account? <0>Sign up</0>" components={[<RouteLink key="signUp" to="registration" />]} />
    )}
  </p>
);
