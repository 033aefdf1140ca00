import { Trans } from '@lingui/react';
import { EmailAddress } from '#ui/EmailAddress.tsx';

/** The lead of a screen for a mailed code (§2): where the code was sent. */
export const CodeSentTo = ({ email }: { email: string }) => (
  <Trans
    id="We sent a six-digit code to {email}."
    values={{
      email: (
        <strong>
          <EmailAddress email={email} />
        </strong>
      ),
    }}
  />
);
