import { Trans, useLingui } from '@lingui/react';
import { FormCard } from '../FormCard.tsx';

/** §2 External single sign-on landing. `appName` comes from the URL, sanitised; '' is shown as 'application'. */
export function ExternalSsoScreen({ appName }: { appName: string }) {
  const { i18n } = useLingui();
  return (
    <FormCard heading={i18n.t("You're logged in")}>
      <p>
        {appName === '' ? (
          i18n.t('Please go back to the application to continue...')
        ) : (
          <Trans id="Please go back to the {app_name} to continue..." values={{ app_name: <bdi>{appName}</bdi> }} />
        )}
      </p>
    </FormCard>
  );
}
