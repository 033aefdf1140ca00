import { Trans, useLingui } from '@lingui/react';
import { PASSWORD_MIN } from '#domain/constants.ts';
import { hasErrors } from '#domain/form.ts';
import type { accountMachine } from '#machines/registration/account.machine.ts';
import { errorText } from '#text/catalogue.ts';
import { Button } from '#ui/Button.tsx';
import { CheckboxField } from '#ui/CheckboxField.tsx';
import { FormStack } from '#ui/Stack.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormCard } from '../FormCard.tsx';
import { NameFields } from '../NameFields.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';
import { RouteLink } from '../RouteLink.tsx';
import { SsoButtons } from '../SsoButtons.tsx';
import { UsernameForManagers } from '../UsernameForManagers.tsx';
import { useTextFields } from '../useTextFields.ts';
import type { StepProps } from './stepProps.ts';

/** §2 Step 1, its confirm mode '2-sso', and the read-only account of a registration that is past this step. */
export function AccountStep({ state, send }: StepProps<typeof accountMachine>) {
  const { i18n } = useLingui();
  const { mode, form } = state.context;
  const { values, errors } = form;
  const isPending = state.hasTag('pending');
  const isRead = mode === 'read';
  const isSso = mode === 'confirm';

  const field = useTextFields(form, send, { readOnly: isPending || isRead });

  return (
    <FormCard
      heading={isSso ? i18n.t('Confirm your contact details') : i18n.t("Let's create your account")}
      lead={
        isSso
          ? i18n.t('Check that these details are right, then choose your plan and number.')
          : isRead && i18n.t("You've verified your email address, so you can't change these details here.")
      }
      isWrong={hasErrors(form)}
    >
      <FormStack onSubmit={() => send({ type: isRead ? 'FORWARD' : 'SUBMIT' })} busy={isPending}>
        <NameFields field={field} />
        <TextField
          {...field('email')}
          label={i18n.t('Work email')}
          type="email"
          autoComplete="email"
          required
          enabled={!isSso}
        />
        {!isSso && !isRead && <UsernameForManagers email={values.email} />}
        {!isSso && !isRead && (
          <NewPasswordField
            {...field('password')}
            label={i18n.t('Password')}
            hint={
              mode === 'edit' &&
              i18n._('Leave blank to keep your password, or use at least {min} characters.', { min: PASSWORD_MIN })
            }
            required={mode === 'create'}
          />
        )}
        {!isRead && (
          <CheckboxField
            name="terms"
            required
            busy={isPending}
            label={i18n.t('Terms and conditions')}
            checked={values.terms}
            error={errorText(i18n, errors.terms)}
            onChange={(terms) => send({ type: 'CHANGE', change: { terms } })}
          >
            <Trans
              id="I agree to the <0>terms and conditions</0> and the <1>privacy policy</1>."
              components={[
                <RouteLink key="terms" to="termsAndConditions" newTab />,
                <RouteLink key="privacy" to="privacyPolicy" newTab />,
              ]}
            />
          </CheckboxField>
        )}
        {isRead ? (
          <Button type="submit" wide enabled={state.can({ type: 'FORWARD' })}>
            {i18n.t('Continue')}
          </Button>
        ) : (
          <Button type="submit" wide enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
            {isSso ? i18n.t('Confirm') : i18n.t('Create an account')}
          </Button>
        )}
      </FormStack>
      {mode === 'create' && <SsoButtons from="signUp" />}
    </FormCard>
  );
}
