import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { type ReactNode, useMemo } from 'react';
import type { Option } from '#domain/choice.ts';
import type { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { messageText } from '#text/catalogue.ts';
import '#text/laterNotices.ts';
import { ComboBox } from '#ui/ComboBox.tsx';
import { Note } from '#ui/Note.tsx';
import { NumberCards } from '#ui/NumberCards.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { FieldPair, Stack } from '#ui/Stack.tsx';
import { alphabetical } from '../alphabetical.ts';
import { usePage } from '../page.ts';
import { RetryNote } from '../RetryNote.tsx';
import type { ScreenProps } from '../screenProps.ts';

type Props = ScreenProps<typeof numberPickerMachine> & {
  /** Whether the panel is beside another one and needs a title. */
  hasHeading?: boolean;
  /** Words the notes for the dashboard instead of the sign-up. */
  isSignedUp?: boolean;
  enabled?: boolean;
};

/**
 * §2 Select a phone number: country, type, state (US geographic only), area, number. Each choice loads the next list.
 */
export function NumberPanel({ state, send, hasHeading = true, isSignedUp = false, enabled = true }: Props) {
  const { i18n } = useLingui();
  const { language } = usePage();
  const { choice, offered, hint } = state.context;
  const areas = useOptions(offered.area);
  const numbers = useOptions(offered.number);
  const states = useMemo(() => alphabetical(lines(offered.state), language), [offered.state, language]);
  const requiresState = states.length > 0;

  return (
    <Frame title={hasHeading ? i18n.t('Select a phone number') : null}>
      <FieldPair>
        <SelectField
          name="country_code"
          label={i18n.t('Country')}
          autoComplete="off"
          required
          placeholder={i18n.t('Choose a country')}
          enabled={enabled}
          options={lines(offered.country)}
          value={choice.country?.id ?? ''}
          busy={state.matches('readingPlace')}
          onChange={(id) => send({ type: 'COUNTRY_CHOSEN', id })}
        />
        <SelectField
          name="ddi_type"
          label={i18n.t('Number type')}
          autoComplete="off"
          required
          placeholder={typePlaceholder(state, i18n)}
          enabled={enabled && offered.type.length > 0}
          busy={state.matches('loadingTypes')}
          options={lines(offered.type)}
          value={choice.type?.id ?? ''}
          onChange={(id) => send({ type: 'TYPE_CHOSEN', id })}
        />
      </FieldPair>
      <FieldPair>
        {requiresState && (
          <SelectField
            name="state"
            label={i18n.t('State')}
            autoComplete="off"
            required
            placeholder={i18n.t('Choose a state')}
            enabled={enabled}
            options={states}
            value={choice.state?.id ?? ''}
            onChange={(id) => send({ type: 'STATE_CHOSEN', id })}
          />
        )}
        <ComboBox
          name="area_code"
          label={i18n.t('Area (city) code')}
          required
          placeholder={areaPlaceholder(state, i18n)}
          emptyText={i18n.t('There are no areas for this number type. Choose another type.')}
          enabled={enabled && (areas.length > 0 || state.matches('choosingArea'))}
          busy={state.matches('loadingAreas')}
          options={areas}
          value={choice.area?.id ?? ''}
          onChange={(id) => send({ type: 'AREA_CHOSEN', id })}
        />
      </FieldPair>
      {numbers.length > 0 && (
        <NumberCards
          key={choice.area?.id}
          label={i18n.t('Available numbers')}
          moreLabel={i18n.t('Show other numbers')}
          numbers={numbers}
          value={choice.number?.id ?? ''}
          enabled={enabled}
          onChange={(id) => send({ type: 'NUMBER_CHOSEN', id })}
        />
      )}
      <ComboBox
        name="number"
        label={i18n.t('Number')}
        required
        inputMode="tel"
        placeholder={choice.area ? i18n.t('Search by digits') : i18n.t('Choose an area first')}
        enabled={enabled && numbers.length > 0}
        busy={state.matches('loadingNumbers') || state.matches('restocking')}
        options={numbers}
        value={choice.number?.id ?? ''}
        onChange={(id) => send({ type: 'NUMBER_CHOSEN', id })}
      />
      {hint === 'numberDataUnreadable' && <Note kind="error">{messageText(i18n, { code: hint })}</Note>}
      <div role="status">
        {hint === 'restocking' && (
          <Note kind="wait">
            {isSignedUp
              ? i18n.t(
                  'Numbers for the chosen location and type are being restocked due to high demand. We suggest the next best number; you can choose another one.',
                )
              : messageText(i18n, { code: hint })}
          </Note>
        )}
      </div>
      {state.matches('outOfStock') && (
        <Note kind="error">{i18n.t('There are no numbers left here or nearby. Choose another area or type.')}</Note>
      )}
      {state.hasTag('failed') && (
        <RetryNote onRetry={() => send({ type: 'TRY_AGAIN' })}>{i18n.t("We couldn't load this list.")}</RetryNote>
      )}
    </Frame>
  );
}

type State = Props['state'];

/** The placeholder of the number type: what must be chosen or loaded first. */
function typePlaceholder(state: State, i18n: I18n): string {
  if (state.context.choice.country === null) return i18n.t('Choose a country first');
  return state.matches('loadingTypes') ? i18n.t('Loading…') : i18n.t('Choose a type');
}

/** The placeholder of the area: the choice that is missing before it. */
function areaPlaceholder({ context: { choice, offered } }: State, i18n: I18n): string {
  if (choice.type === null) return i18n.t('Choose a type first');
  return offered.state.length > 0 && choice.state === null
    ? i18n.t('Choose a state first')
    : i18n.t('City or area code');
}

const Frame = ({ title, children }: { title: string | null; children: ReactNode }) =>
  title === null ? (
    <Stack>{children}</Stack>
  ) : (
    <Panel title={title} variant="plain">
      <Stack>{children}</Stack>
    </Panel>
  );

const lines = (options: readonly Option[]) => options.map(({ id, name }) => ({ value: id, label: name }));

/** Keeps the identity of an unchanged list, so that it is indexed for searching only once. */
const useOptions = (options: readonly Option[]) =>
  useMemo(() => options.map(({ id, name, keywords }) => ({ id, label: name, keywords })), [options]);
