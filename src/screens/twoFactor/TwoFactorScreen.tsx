import { Trans, useLingui } from '@lingui/react';
import { useRef } from 'react';
import { pathTo } from '#domain/routes.ts';
import type { authMachine } from '#machines/auth.machine.ts';
import { resendTime } from '#machines/challenge.ts';
import { errorText, messageText } from '#text/catalogue.ts';
import { Button } from '#ui/Button.tsx';
import { CodeField } from '#ui/CodeField.tsx';
import { Note } from '#ui/Note.tsx';
import { FormStack } from '#ui/Stack.tsx';
import { CodeSentTo } from '../CodeSentTo.tsx';
import { FormCard, LEAD_ID } from '../FormCard.tsx';
import { HEADING_ID } from '../Heading.tsx';
import { usePage } from '../page.ts';
import { ResendButton } from '../ResendButton.tsx';
import type { ScreenProps } from '../screenProps.ts';

/** §2 Two-factor: the mailed code. Without a nonce (§4) it says so, and every control is disabled. */
export function TwoFactorScreen({ state, send }: ScreenProps<typeof authMachine>) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const { challenge, code, codeError, now, codesSent } = state.context;
  const field = useRef<HTMLInputElement>(null);
  const isVerifying = state.matches({ twoFactor: 'verifying' });
  const isResending = state.matches({ twoFactor: 'resending' });
  return (
    <FormCard
      key={state.matches('challengeExpired') ? 'over' : 'open'}
      heading={i18n.t('Enter your code')}
      lead={challenge && <Lead email={challenge.email} />}
      isWrong={codeError !== null || state.matches('nonceMissing')}
      field={field}
    >
      {state.matches('nonceMissing') && <Note kind="error">{messageText(i18n, { code: 'nonceMissing' })}</Note>}
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isVerifying}>
        <CodeField
          ref={field}
          name="code"
          label={i18n.t('Six-digit code')}
          describedBy={challenge && codeError === null ? `${HEADING_ID} ${LEAD_ID}` : undefined}
          hint={challenge && i18n.t('If you asked for more than one code, use the latest one.')}
          value={code}
          error={errorText(i18n, codeError ?? undefined)}
          enabled={state.matches('twoFactor')}
          busy={isVerifying || isResending}
          onChange={(digits) => send({ type: 'CODE_CHANGED', code: digits })}
          onComplete={() => send({ type: 'SUBMIT' })}
        />
        <Button type="submit" wide enabled={state.can({ type: 'SUBMIT' })} busy={isVerifying}>
          {i18n.t('Verify and log in')}
        </Button>
        <ResendButton
          deadline={challenge ? resendTime(challenge) : 0}
          now={now}
          enabled={state.can({ type: 'RESEND' })}
          busy={isResending}
          onPress={() => send({ type: 'RESEND' })}
          sent={codesSent}
          field={field}
        />
      </FormStack>
      <p>
        <a
          href={pathTo('login', language)}
          onClick={(event) => {
            event.preventDefault();
            send({ type: 'BACK' });
          }}
        >
          {i18n.t('Back to login')}
        </a>
      </p>
    </FormCard>
  );
}

const Lead = ({ email }: { email: string }) =>
  email === '' ? <Trans id="We sent a six-digit code to your email address." /> : <CodeSentTo email={email} />;
