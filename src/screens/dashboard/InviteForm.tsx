import { useLingui } from '@lingui/react';
import { asciiEmail } from '#domain/email.ts';
import { Button } from '#ui/Button.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useErrorInTitle } from '../useErrorInTitle.ts';
import { useTextFields } from '../useTextFields.ts';
import { InviteFee, type Plan } from './InviteFee.tsx';
import { Problem } from './Problem.tsx';
import type { TeamProps } from './sectionProps.ts';

/** Id of the field for the address of a teammate. */
export const INVITE_FIELD_ID = 'invite_email';

/** §1: invites a teammate by a mailed link. */
export function InviteForm({ state, send, plan }: TeamProps & { plan: Plan }) {
  const { i18n } = useLingui();
  const { users, invitations, form, subject, problem } = state.context;
  // A second invitation to the same address replaces the first.
  const others = invitations.filter(({ email }) => addressOf(email) !== addressOf(form.values.email));
  const isPending = state.hasTag('pending');
  const field = useTextFields(form, send, { readOnly: isPending });
  useErrorInTitle(form.errors.email !== undefined);
  return (
    <div className="dashboard-part">
      <h4>{i18n.t('Invite a teammate')}</h4>
      {subject === null && <Problem notice={problem} />}
      <FormStack onSubmit={() => send({ type: 'INVITE' })} busy={isPending}>
        <TextField
          {...field('email')}
          id={INVITE_FIELD_ID}
          label={i18n.t("Teammate's email")}
          hint={i18n.t("We'll email them a link to join as a member. It expires in 7 days.")}
          type="email"
          autoComplete="off"
          required
        />
        <InviteFee plan={plan} members={users.length} invited={others.length} />
        <Row>
          <Button
            type="submit"
            variant="secondary"
            enabled={state.can({ type: 'INVITE' })}
            busy={state.matches({ changing: 'inviting' })}
          >
            {i18n.t('Send invitation')}
          </Button>
        </Row>
      </FormStack>
    </div>
  );
}

const addressOf = (email: string): string => asciiEmail(email.trim()).toLowerCase();
