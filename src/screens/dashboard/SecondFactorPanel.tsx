import { useLingui } from '@lingui/react';
import type { secondFactorMachine } from '#machines/dashboard/secondFactor.machine.ts';
import { Button } from '#ui/Button.tsx';
import { CheckboxField } from '#ui/CheckboxField.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { UsernameForManagers } from '../UsernameForManagers.tsx';
import { useTextFields } from '../useTextFields.ts';
import { OpenPanel } from './OpenPanel.tsx';

type Props = ScreenProps<typeof secondFactorMachine> & { email: string };

/** Switches the second factor after asking for the password. */
export function SecondFactorPanel({ state, send, email }: Props) {
  const { i18n } = useLingui();
  const { isOn, form } = state.context;
  const isPending = state.hasTag('pending');
  const field = useTextFields(form, send, { readOnly: isPending });
  return (
    <OpenPanel
      title={isOn ? i18n.t('Turn off login codes?') : i18n.t('Turn on login codes?')}
      isWrong={form.errors.password !== undefined}
      problem={state.context.problem}
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isPending}>
        <UsernameForManagers email={email} />
        <PasswordField
          {...field('password')}
          label={i18n.t('Your password')}
          hint={i18n.t("To confirm it's you.")}
          autoComplete="current-password"
          required
        />
        {!isOn && (
          <CheckboxField
            name="end_other_sessions"
            busy={isPending}
            checked={form.values.end_other_sessions}
            onChange={(end_other_sessions) => send({ type: 'CHANGE', change: { end_other_sessions } })}
          >
            {i18n.t('Log me out on all other devices')}
          </CheckboxField>
        )}
        <Row>
          <Button type="submit" enabled={state.can({ type: 'SUBMIT' })} busy={isPending}>
            {isOn ? i18n.t('Turn off login codes') : i18n.t('Turn on login codes')}
          </Button>
          <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
            {i18n.t('Close')}
          </Button>
        </Row>
      </FormStack>
    </OpenPanel>
  );
}
