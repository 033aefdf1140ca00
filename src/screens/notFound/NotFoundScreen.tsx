import { useLingui } from '@lingui/react';
import { FamilyLink } from '../FamilyLink.tsx';
import { FormCard } from '../FormCard.tsx';

/** §8: the path matches no route. */
export function NotFoundScreen() {
  const { i18n } = useLingui();
  return (
    <FormCard
      heading={i18n.t('Route not found')}
      lead={i18n.t("There's no page at this address. It may have moved, or the link may be incomplete.")}
    >
      <p>
        <FamilyLink to="main">{i18n.t('Go to the home page')}</FamilyLink>
      </p>
      <p>
        <FamilyLink to="login">{i18n.t('Log in')}</FamilyLink>
      </p>
    </FormCard>
  );
}
