import { Trans, useLingui } from '@lingui/react';
import { useEffect, useId, useRef } from 'react';
import type { consentMachine } from '#machines/consent.machine.ts';
import { Button } from '#ui/Button.tsx';
import { CheckboxField } from '#ui/CheckboxField.tsx';
import { useRoom } from '#ui/useRoom.ts';
import { RouteLink } from '../RouteLink.tsx';
import type { ScreenProps } from '../screenProps.ts';
import './ConsentDialog.css';

type Props = ScreenProps<typeof consentMachine>;

const policy = [<RouteLink key="policy" to="privacyPolicy" />];

/** §2, §4: the cookie consent dialog. It is not modal, so that the policy can be read. */
export const ConsentDialog = (props: Props) => (props.state.hasTag('shown') ? <Dialog {...props} /> : null);

function Dialog({ state, send }: Props) {
  const { i18n } = useLingui();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useRoom('end', dialog);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const home = before === document.body ? document.querySelector('h1') : before;
      if (home instanceof HTMLElement) home.focus({ preventScroll: true });
    };
  }, []);
  // Another view has other buttons: the one that had the focus may be gone.
  const isManaging = state.matches({ deciding: 'managing' });
  useEffect(() => {
    const focus = () => title.current?.focus({ preventScroll: true });
    if (isManaging) return focus();
    // Unless the visitor has opened it, it interrupts nothing: no typing, no open menu, no announcement of a screen. Not
    // in the middle of an event either: on the way from one field to the next, no element has the focus.
    const timer = setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) focus();
    });
    return () => clearTimeout(timer);
  }, [isManaging]);

  const close = () => send({ type: 'CLOSE' });
  const { analytics, marketing } = state.context.choice;
  return (
    <dialog
      ref={dialog}
      open
      className="consent"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className="consent-head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {i18n.t('Cookies on this site')}
        </h2>
        {state.can({ type: 'MANAGE' }) && (
          <Button variant="quiet" onPress={() => send({ type: 'MANAGE' })}>
            {i18n.t('Manage')}
          </Button>
        )}
        {state.can({ type: 'CLOSE' }) && (
          <Button variant="quiet" onPress={close}>
            {i18n.t('Close')}
          </Button>
        )}
      </div>
      <p className="consent-words">
        {analytics || marketing ? (
          <Trans id="Essential cookies keep you logged in. <0>Privacy policy</0>" components={policy} />
        ) : (
          <Trans
            id="Only essential cookies are on: they keep you logged in. <0>Privacy policy</0>"
            components={policy}
          />
        )}
      </p>
      {isManaging && <Choices state={state} send={send} />}
      <div className="consent-actions">
        <Button
          variant="secondary"
          onPress={() => send({ type: 'ACCEPT_SELECTION' })}
          enabled={state.can({ type: 'ACCEPT_SELECTION' })}
        >
          {i18n.t('Accept current selection')}
        </Button>
        <Button
          variant="secondary"
          onPress={() => send({ type: 'ACCEPT_ALL' })}
          enabled={state.can({ type: 'ACCEPT_ALL' })}
        >
          {i18n.t('Accept all')}
        </Button>
      </div>
    </dialog>
  );
}

/** The categories; essentials are always on. */
function Choices({ state, send }: Props) {
  const { i18n } = useLingui();
  const { analytics, marketing } = state.context.choice;
  return (
    <div className="consent-choices">
      <CheckboxField
        name="cookie_consent"
        checked
        enabled={false}
        hint={i18n.t('Needed to log in and to sign up. Always on.')}
        onChange={() => {}}
      >
        {i18n.t('Essentials')}
      </CheckboxField>
      <CheckboxField
        name="cookie_analytics"
        checked={analytics}
        hint={i18n.t('Which screens are used and where people get stuck.')}
        onChange={(isOn) => send({ type: 'CHANGE', change: { analytics: isOn } })}
      >
        {i18n.t('Analytics')}
      </CheckboxField>
      <CheckboxField
        name="cookie_marketing"
        checked={marketing}
        hint={i18n.t('Which of our adverts brought you here.')}
        onChange={(isOn) => send({ type: 'CHANGE', change: { marketing: isOn } })}
      >
        {i18n.t('Marketing')}
      </CheckboxField>
    </div>
  );
}
