import { useLingui } from '@lingui/react';
import { useRef } from 'react';
import { mayChangeOrder } from '#machines/dashboard/accountRules.ts';
import { Button } from '#ui/Button.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { Section } from './Section.tsx';
import type { SectionProps } from './sectionProps.ts';
import { UserCountPanel } from './UserCountPanel.tsx';
import { WHY_OFF_ID } from './WhyOff.tsx';

/** §1: how many users the owner pays for, and how many there are. */
export function UsersSection({ state, send, account }: SectionProps) {
  const { i18n } = useLingui();
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = state.matches({ ready: 'changingUsers' });
  if (!mayChangeOrder(account)) return null;
  return (
    <Section
      title={i18n.t('Number of users')}
      fallbackFocus={opener}
      intro={
        <p>
          {i18n._('You pay for {users, plural, one {# user} other {# users}}.', { users: account.nb_users })}{' '}
          {i18n._('Your team has {people, plural, one {# person} other {# people}}.', { people: account.team_size })}
        </p>
      }
      action={
        !isOpen && (
          <Button
            ref={opener}
            variant="secondary"
            enabled={state.can({ type: 'CHANGE_USERS' })}
            describedBy={WHY_OFF_ID}
            onPress={() => send({ type: 'CHANGE_USERS' })}
          >
            {i18n.t('Change number of users')}
          </Button>
        )
      }
    >
      {isOpen && <ChildFlow actor={state.children.userCount} screen={UserCountPanel} plan={account} />}
    </Section>
  );
}
