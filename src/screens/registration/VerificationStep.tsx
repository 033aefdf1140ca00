import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import type { verificationMachine } from '#machines/registration/verification.machine.ts';
import { errorText } from '#text/catalogue.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import { CodeSentTo } from '../CodeSentTo.tsx';
import { FormCard, LEAD_ID } from '../FormCard.tsx';
import { HEADING_ID } from '../Heading.tsx';
import { ResendButton } from '../ResendButton.tsx';
import type { StepProps } from './stepProps.ts';

/** §2 Step 2: the mailed code, the address it was sent to, 'Resend code', and the way back to change the address. */
export function VerificationStep({ state, send }: StepProps<typeof verificationMachine>) {
  const { i18n } = useLingui();
  const { email, code, codeError, resendAt, now, codesSent } = state.context;
  const field = useRef<HTMLInputElement>(null);
  const isVerifying = state.matches('verifying') || state.matches('hosted');
  const isResending = state.matches('resending');
  return (
    <FormCard
      heading={i18n.t('Verify your email address')}
      lead={<CodeSentTo email={email} />}
      leadAction={
        <Button
          variant="quiet"
          describedBy={LEAD_ID}
          enabled={state.can({ type: 'BACK' })}
          onPress={() => send({ type: 'BACK' })}
        >
          {i18n.t('Change')}
        </Button>
      }
      isWrong={codeError !== null}
      field={field}
    >
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isVerifying}>
        <CodeField
          ref={field}
          name="verification_code"
          label={i18n.t('Six-digit code')}
          describedBy={codeError === null ? `${HEADING_ID} ${LEAD_ID}` : undefined}
          hint={i18n.t('If you asked for more than one code, use the latest one.')}
          value={code}
          error={errorText(i18n, codeError ?? undefined)}
          enabled={!state.matches({ awaitingCode: 'locked' })}
          busy={isVerifying || isResending}
          onChange={(digits) => send({ type: 'CODE_CHANGED', code: digits })}
          onComplete={() => send({ type: 'SUBMIT' })}
        />
        <ResendButton
          deadline={resendAt ?? 0}
          now={now}
          enabled={state.can({ type: 'RESEND' })}
          busy={isResending}
          onPress={() => send({ type: 'RESEND' })}
          sent={codesSent}
          field={field}
        />
        <Row>
          <Button variant="secondary" enabled={state.can({ type: 'BACK' })} onPress={() => send({ type: 'BACK' })}>
            {i18n.t('Back')}
          </Button>
          <Button type="submit" enabled={state.can({ type: 'SUBMIT' })} busy={isVerifying}>
            {i18n.t('Verify')}
          </Button>
        </Row>
      </FormStack>
    </FormCard>
  );
}
