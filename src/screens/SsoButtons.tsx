import { useLingui } from '@lingui/react';
import { useSyncExternalStore } from 'react';
import { type SsoProvider, ssoProviderNames } from '#domain/constants.ts';
import { apiBaseOfAll } from '#domain/hosts.ts';
import { LinkButton } from '#ui/LinkButton.tsx';
import { ProviderMark } from '#ui/ProviderMark.tsx';
import { usePage } from './page.ts';
import './SsoButtons.css';

/** §7: the targets of login and sign-up; the page of an invitation adds its token (§6). */
const paths = {
  login: (provider: SsoProvider) => `/sso/connect/${provider}`,
  invitation: (provider: SsoProvider) => `/sso/connect/${provider}`,
  signUp: (provider: SsoProvider) => `/registrations/sso/${provider}/connect`,
};

const noChanges = () => () => {};

type Props = { from: 'login' | 'signUp' } | { from: 'invitation'; invitation: string };

/** §2 Single sign-on, by navigation: plain links, so that Back from the provider finds no pending state. */
export function SsoButtons(props: Props) {
  const { i18n } = useLingui();
  const { settings, apiBase, language } = usePage();
  // Hydration leaves links as they were prerendered; only a later render changes them to those of the page's host.
  const base = useSyncExternalStore(
    noChanges,
    () => apiBase,
    () => apiBaseOfAll(settings.hosts.api),
  );
  if (settings.ssoProviders.length === 0) return null;
  const query = new URLSearchParams({ locale: language });
  if (props.from === 'invitation') query.set('invitation', props.invitation);
  return (
    <div className="sso">
      <p className="sso-or">{i18n.t('or')}</p>
      {settings.ssoProviders.map((provider) => (
        <LinkButton
          key={provider}
          href={`${base}${paths[props.from](provider)}?${query}`}
          icon={<ProviderMark provider={provider} />}
          wide
        >
          {i18n._('Continue with {provider}', { provider: ssoProviderNames[provider] })}
        </LinkButton>
      ))}
    </div>
  );
}
