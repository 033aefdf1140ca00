import { useLingui } from '@lingui/react';
import type { Account } from '#contract/account.ts';
import { toMinor } from '#domain/money.ts';
import { hasNumberFees } from '#domain/pricing.ts';
import { hasSetupFee } from '#machines/dashboard/accountRules.ts';
import type { numberChangeMachine } from '#machines/dashboard/numberChange.machine.ts';
import type { PickedNumber } from '#machines/registration/numberOptions.ts';
import { Button } from '#ui/Button.tsx';
import { OrderLines } from '#ui/OrderLines.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { FormStack, Row } from '#ui/Stack.tsx';
import { ChildFlow } from '../ChildFlow.tsx';
import { NumberPanel } from '../numbers/NumberPanel.tsx';
import { RetryNote } from '../RetryNote.tsx';
import type { ScreenProps } from '../screenProps.ts';
import { useOrderFormats } from '../useOrderFormats.tsx';
import { OpenPanel } from './OpenPanel.tsx';

type Props = ScreenProps<typeof numberChangeMachine> & {
  account: Pick<Account, 'number' | 'package_type' | 'currency' | 'trial_ends_on' | 'trial_over' | 'invoices'>;
};

/** §8: another number, chosen with the picker of the wizard. */
export function NumberChangePanel({ state, send, account }: Props) {
  const { i18n } = useLingui();
  const isSaving = state.matches({ choosing: 'saving' });
  return (
    <OpenPanel title={i18n.t('Choose another number')} problem={state.context.problem}>
      {account.number !== null && <p>{i18n.t('When you change your number, you lose your current one.')}</p>}
      <FormStack onSubmit={() => send({ type: 'SUBMIT' })} busy={isSaving}>
        {(state.matches('loadingCountries') || state.matches('loadingNames')) && <Skeleton fields={4} />}
        {state.matches('failed') && (
          <RetryNote enabled={state.can({ type: 'TRY_AGAIN' })} onRetry={() => send({ type: 'TRY_AGAIN' })}>
            {i18n.t("We couldn't load the list of countries.")}
          </RetryNote>
        )}
        <ChildFlow
          actor={state.children.numberPicker}
          screen={NumberPanel}
          hasHeading={false}
          isSignedUp
          enabled={!isSaving}
        />
        {state.context.picked && <Fees picked={state.context.picked} account={account} />}
        <Row>
          <Button
            type="submit"
            enabled={state.can({ type: 'SUBMIT' })}
            busy={isSaving}
            describedBy={state.context.picked ? undefined : 'number-first'}
          >
            {i18n.t('Change number')}
          </Button>
          <Button variant="secondary" enabled={state.can({ type: 'CLOSE' })} onPress={() => send({ type: 'CLOSE' })}>
            {i18n.t('Keep current number')}
          </Button>
          {!state.context.picked && (
            <p id="number-first" className="small soft">
              {i18n.t('Choose a number first.')}
            </p>
          )}
        </Row>
      </FormStack>
    </OpenPanel>
  );
}

/** §9: the fees of the picked number; zero where it has none of its own. */
function Fees({ picked, account }: { picked: PickedNumber; account: Props['account'] }) {
  const { package_type, currency } = account;
  const { i18n } = useLingui();
  const { money } = useOrderFormats(currency);
  const fees = hasNumberFees(package_type, picked.is_package) ? picked.prices[currency] : { nrc: 0, mrc: 0 };
  const price = (fee: number | undefined) => (fee === undefined ? '–' : money(toMinor(fee)));
  const setupFee = {
    id: 'setupFee',
    label: i18n.t('Number setup fee'),
    value: price(fees?.nrc),
    note: i18n.t('One-off, charged in the first month'),
  };
  const monthly = { id: 'monthly', label: i18n.t('Number monthly fee'), value: price(fees?.mrc) };
  return <OrderLines lines={hasSetupFee(account) ? [setupFee, monthly] : [monthly]} />;
}
