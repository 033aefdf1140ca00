import { Trans, useLingui } from '@lingui/react';
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { formatPhone } from '#domain/phone.ts';
import { Button } from '#ui/Button.tsx';
import { CopyableText } from '#ui/CopyableText.tsx';
import { HEADING_ID } from '../Heading.tsx';
import { usePage } from '../page.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';
import './Greeting.css';
import { INVITE_FIELD_ID } from './InviteForm.tsx';
import type { SectionProps } from './sectionProps.ts';

const dismissal = { type: 'DISMISS_GREETING' } as const;

/** After the sign-up: the number, and what happens next, until the owner dismisses it. */
export const Greeting = (props: SectionProps) => props.state.can(dismissal) && <Card {...props} />;

function Card({ send, account }: SectionProps) {
  const { i18n } = useLingui();
  const { settings } = usePage();
  const { date } = useOrderFormats(account.currency);
  const box = useRef<HTMLElement>(null);
  useFocusOnHeading(box);
  const { number, user, trial_ends_on } = account;
  return (
    <section ref={box} className="greeting" aria-labelledby="greeting">
      <div className="greeting-number">
        <h2 id="greeting">
          <Trans
            id="Welcome to {product}, {name}"
            values={{ product: settings.brand.name, name: <bdi>{user.first_name}</bdi> }}
          />
        </h2>
        {number !== null && (
          <>
            <p>{i18n.t('This is your phone number:')}</p>
            <CopyableText text={formatPhone(number)} label={i18n.t('Copy number')} copied={i18n.t('Copied')} />
          </>
        )}
      </div>
      <ol className="greeting-steps">
        <li>
          <h3>
            <a href={`#${INVITE_FIELD_ID}`} onClick={focusInvitation}>
              {i18n.t('Invite a teammate')}
            </a>
          </h3>
          <p className="soft">{i18n.t("We'll email them a link to join as a member. It expires in 7 days.")}</p>
        </li>
        <li>
          <h3>{i18n.t('Try the CX add-on')}</h3>
          <p className="soft">
            {i18n.t(
              'CX add-ons are free during the trial. Any assigned when it ends are billed per user from the first invoice.',
            )}
          </p>
        </li>
        <li>
          <h3>{i18n.t('What happens next')}</h3>
          <p className="soft">
            <Trans
              id="Everything is free until {date}, when your first charge is due."
              values={{ date: date(trial_ends_on) }}
            />{' '}
            {i18n.t('Cancel before then and you pay nothing.')}
          </p>
        </li>
      </ol>
      <Button variant="secondary" onPress={() => send(dismissal)}>
        {i18n.t('Got it')}
      </Button>
    </section>
  );
}

/** When the dismissed greeting held the focus, it goes to the heading of the page. */
function useFocusOnHeading(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const box = card.current;
    return () => {
      if (box?.contains(document.activeElement)) document.getElementById(HEADING_ID)?.focus();
    };
  }, [card]);
}

/** Moves to the field of the invitation without adding a fragment to the address. */
function focusInvitation(event: MouseEvent) {
  const field = document.getElementById(INVITE_FIELD_ID);
  if (!field) return;
  event.preventDefault();
  field.focus();
}
