import { useLingui } from '@lingui/react';
import { mayChangeOrder } from '#machines/dashboard/accountRules.ts';
import { ChildFlow } from '../ChildFlow.tsx';
import { PanelSection } from './PanelSection.tsx';
import type { SectionProps } from './sectionProps.ts';
import { UserCountPanel } from './UserCountPanel.tsx';

/** §1: how many users the owner pays for, and how many there are. */
export function UsersSection({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  if (!mayChangeOrder(account)) return null;
  return (
    <PanelSection
      state={state}
      send={send}
      title={i18n.t('Number of users')}
      intro={
        <p>
          {i18n._('You pay for {users, plural, one {# user} other {# users}}.', { users: account.nb_users })}{' '}
          {i18n._('Your team has {people, plural, one {# person} other {# people}}.', { people: account.team_size })}
        </p>
      }
      event={{ type: 'CHANGE_USERS' }}
      label={i18n.t('Change number of users')}
      isOpen={state.matches({ ready: 'changingUsers' })}
    >
      <ChildFlow actor={state.children.userCount} screen={UserCountPanel} plan={account} />
    </PanelSection>
  );
}
