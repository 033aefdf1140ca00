import { useLingui } from '@lingui/react';
import { type RefObject, useId, useRef } from 'react';
import { cardBrand, codeLength, isCompleteNumber } from '#domain/card.ts';
import { CARD_NAME_LIMIT } from '#domain/constants.ts';
import { brandNames, CardBrandMark } from './CardBrandMark.tsx';
import './CardFields.css';
import { cardNumberMask, codeMask, isCompleteYear, monthMask, yearMask } from './cardMasks.ts';
import { Field, fieldIds } from './Field.tsx';
import { MaskedInput } from './MaskedInput.tsx';
import type { Mask } from './mask.ts';
import { TextField } from './TextField.tsx';

/** The card as it is typed: digits only in the first four fields, the year with two digits. */
export type CardValues = {
  card_number: string;
  card_end_month: string;
  card_end_year: string;
  card_cvv: string;
  card_name: string;
};

/** What connects one field with its form. */
type FieldControl = {
  value: string;
  error?: string | undefined;
  readOnly?: boolean;
  onChange: (value: string) => void;
  onBlur: (event: React.FocusEvent<HTMLInputElement>) => void;
};

type CardFieldsProps = {
  /** Returns the control of a field by its name. */
  field: (name: keyof CardValues) => FieldControl;
  /** Set only if there are two card forms on one page. */
  idPrefix?: string;
};

/**
 * §5: number, month, year, code and holder of a card. The focus moves to the next field when typing or pasting
 * completes one, which a hint announces; never on focus or blur, or on autofill.
 */
export function CardFields({ field, idPrefix = '' }: CardFieldsProps) {
  const { i18n } = useLingui();
  const advance = useId();
  const month = useRef<HTMLInputElement>(null);
  const year = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const holder = useRef<HTMLInputElement>(null);
  const brand = cardBrand(field('card_number').value);

  const part = (name: keyof CardValues, next: RefObject<HTMLInputElement | null>, done: (value: string) => boolean) => {
    const control = field(name);
    return {
      ...control,
      name,
      id: idPrefix + name,
      advance,
      onChange: (value: string, isTyped: boolean) => {
        control.onChange(value);
        if (isTyped && done(value)) next.current?.focus();
      },
    };
  };

  return (
    <div className="card-fields">
      <p id={advance} className="visually-hidden">
        {i18n.t('When you complete this field, you move to the next one.')}
      </p>
      <CardInput
        {...part('card_number', month, isCompleteNumber)}
        label={i18n.t('Card number')}
        autoComplete="cc-number"
        mask={cardNumberMask}
        mark={
          <>
            <CardBrandMark brand={brand} />
            <span className="visually-hidden">{brandNames[brand]}</span>
          </>
        }
      />
      <div className="card-row">
        <CardInput
          {...part('card_end_month', year, (value) => value.length === 2)}
          ref={month}
          label={i18n.t('Expiry month (MM)')}
          autoComplete="cc-exp-month"
          mask={monthMask}
        />
        <CardInput
          {...part('card_end_year', code, isCompleteYear)}
          ref={year}
          label={i18n.t('Expiry year (YY)')}
          autoComplete="cc-exp-year"
          mask={yearMask}
        />
        <CardInput
          {...part('card_cvv', holder, (value) => value.length === codeLength(brand))}
          ref={code}
          label={i18n.t('Security code')}
          autoComplete="cc-csc"
          mask={codeMask(brand)}
        />
      </div>
      <TextField
        {...field('card_name')}
        ref={holder}
        name="card_name"
        id={`${idPrefix}card_name`}
        label={i18n.t('Cardholder name')}
        type="name"
        autoComplete="cc-name"
        maxLength={CARD_NAME_LIMIT}
        required
      />
    </div>
  );
}

type CardInputProps = Omit<FieldControl, 'onChange'> & {
  name: keyof CardValues;
  id: string;
  label: string;
  autoComplete: string;
  mask: Mask;
  /** Id of the hint about moving the focus. */
  advance: string;
  onChange: (value: string, isTyped: boolean) => void;
  mark?: React.ReactNode;
  ref?: RefObject<HTMLInputElement | null>;
};

function CardInput({ label, error, mark, advance, ...input }: CardInputProps) {
  const ids = fieldIds({ name: input.name, id: input.id, label, error });
  return (
    <Field name={input.name} id={input.id} label={label} error={error}>
      <div className="input input-row">
        <MaskedInput
          {...ids}
          {...input}
          aria-describedby={[ids['aria-describedby'], advance].filter(Boolean).join(' ')}
          aria-required
          className="figures"
          type="text"
          inputMode="numeric"
          autoCorrect="off"
          spellCheck={false}
        />
        {mark}
      </div>
    </Field>
  );
}
