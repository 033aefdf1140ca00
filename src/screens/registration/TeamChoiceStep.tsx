import { Trans, useLingui } from '@lingui/react';
import type { TeamInvitation } from '#contract/registration.ts';
import type { teamChoiceMachine } from '#machines/registration/teamChoice.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Stack } from '#ui/Stack.tsx';
import { FormCard } from '../FormCard.tsx';
import { InvitedBy } from '../InvitedBy.tsx';
import type { StepProps } from './stepProps.ts';

/** §6: the address was invited to a team: join it, or create a separate account. */
export function TeamChoiceStep({ state, send }: StepProps<typeof teamChoiceMachine>) {
  const { i18n } = useLingui();
  const { invitations, subject } = state.context;
  return (
    <FormCard
      heading={i18n.t('Join the team, or start your own account?')}
      lead={i18n.t("As a member of a team, you don't choose a plan or enter a card. The team's owner pays.")}
    >
      <Stack gap="medium">
        {invitations.map((invitation) => (
          <Stack key={invitation.id} gap="medium">
            <p>
              <InvitedBy {...invitation} />
            </p>
            <Button
              wide
              enabled={state.can({ type: 'JOIN', invitation_id: invitation.id })}
              busy={state.matches('joining') && subject === invitation.id}
              onPress={() => send({ type: 'JOIN', invitation_id: invitation.id })}
            >
              <JoinText {...invitation} />
            </Button>
          </Stack>
        ))}
        <Button
          wide
          variant="secondary"
          enabled={state.can({ type: 'START_OWN' })}
          onPress={() => send({ type: 'START_OWN' })}
        >
          {i18n.t('Start my own account')}
        </Button>
      </Stack>
    </FormCard>
  );
}

/** The company name is optional. */
const JoinText = ({ company, invited_by }: TeamInvitation) =>
  company === '' ? (
    <Trans id="Join the team of {name}" values={{ name: <bdi>{invited_by}</bdi> }} />
  ) : (
    <Trans id="Join {company}" values={{ company: <bdi>{company}</bdi> }} />
  );
