import { Trans } from '@lingui/react';

/** Who has sent the invitation, and to which team; the company name is optional. */
export const InvitedBy = ({ company, invited_by }: { company: string; invited_by: string }) =>
  company === '' ? (
    <Trans id="{name} invited you to join their team." values={{ name: <bdi>{invited_by}</bdi> }} />
  ) : (
    <Trans
      id="{name} invited you to join the {company} team."
      values={{ name: <bdi>{invited_by}</bdi>, company: <bdi>{company}</bdi> }}
    />
  );
