import { useLingui } from '@lingui/react';
import { FormCard } from '../FormCard.tsx';
import { RouteLink } from '../RouteLink.tsx';

/** §8: the path matches no route. */
export function NotFoundScreen() {
  const { i18n } = useLingui();
  return (
    <FormCard
      heading={i18n.t('Route not found')}
      lead={i18n.t("There's no page at this address. It may have moved, or the link may be incomplete.")}
    >
      <p>
        <RouteLink to="main">{i18n.t('Go to the home page')}</RouteLink>
      </p>
      <p>
        <RouteLink to="login">{i18n.t('Log in')}</RouteLink>
      </p>
    </FormCard>
  );
}
