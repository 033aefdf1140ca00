import { Trans, useLingui } from '@lingui/react';
import { BANK_FRAME, bankAddress } from '#domain/bankAddress.ts';
import type { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';
import { Overlay } from '#ui/Overlay.tsx';
import { Row } from '#ui/Stack.tsx';
import './BankOverlay.css';
import type { StepProps } from './stepProps.ts';

/**
 * What the bank's page may do in its frame: run scripts, submit forms, use its own storage; open windows or the bank's
 * app without restrictions; use its cookies after the visitor's permission. It can neither navigate our page nor block
 * it with a dialog (docs/decisions/bank-frame.md).
 */
const sandbox = [
  'allow-scripts',
  'allow-forms',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-storage-access-by-user-activation',
].join(' ');

/** Features that frames have by permission only: passkeys, and payment apps that confirm a payment. */
const features = ['payment', 'publickey-credentials-get'];

/** §2: the bank's page over the whole window; it can be left in every state. */
export function BankOverlay({ state, send, wizard }: StepProps<typeof bankCheckMachine>) {
  const { i18n } = useLingui();
  if (!state.hasTag('framed')) return null;
  const { url, origins, attempts } = state.context;
  const address = bankAddress(url, origins) ?? undefined;
  const isCardEntry = wizard.settings.cardEntry === 'hosted';
  const cardTitle = isCardEntry ? i18n.t('Enter your card details') : i18n.t('Confirm your card with your bank');
  const title = wizard.shownStep === '4' ? cardTitle : i18n.t('One more thing');
  return (
    <Overlay title={title} closeLabel={i18n.t('Cancel')} onClose={() => send({ type: 'CANCEL' })}>
      {state.matches({ framed: 'stalled' }) && (
        <Note kind="error">
          <p>
            <Trans
              id="The page hasn't loaded. Try again, or <0>open it in a new tab</0> and come back here when you're done."
              // biome-ignore lint/a11y/useAnchorContent: the text comes from the message
              components={[<a key="tab" href={address} target="_blank" rel="noopener noreferrer" />]}
            />
          </p>
          <Row>
            <Button variant="secondary" onPress={() => send({ type: 'TRY_AGAIN' })}>
              {i18n.t('Try again')}
            </Button>
            <Button variant="secondary" onPress={() => send({ type: 'BANK_ANSWERED' })}>
              {i18n.t("I'm done")}
            </Button>
          </Row>
        </Note>
      )}
      <div role="status">
        {state.matches({ framed: 'loading' }) && <Note kind="wait">{i18n.t('Loading the page…')}</Note>}
      </div>
      <iframe
        key={attempts}
        name={BANK_FRAME}
        title={title}
        src={address}
        className={state.matches({ framed: 'open' }) ? 'bank-frame' : 'bank-frame bank-frame-empty'}
        sandbox={sandbox}
        allow={features.map((feature) => [feature, ...origins].join(' ')).join('; ')}
        referrerPolicy="no-referrer"
        onLoad={() => send({ type: 'FRAME_LOADED' })}
      />
      {state.matches({ framed: 'open' }) && (
        <div className="bank-aside small">
          <p>
            <Trans
              id="Page still empty? <0>Open it in a new tab</0> and come back here when you're done."
              // biome-ignore lint/a11y/useAnchorContent: the text comes from the message
              components={[<a key="tab" href={address} target="_blank" rel="noopener noreferrer" />]}
            />
          </p>
          <Button variant="quiet" onPress={() => send({ type: 'BANK_ANSWERED' })}>
            {i18n.t("I'm done")}
          </Button>
        </div>
      )}
    </Overlay>
  );
}
