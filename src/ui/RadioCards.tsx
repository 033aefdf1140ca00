import type { ReactNode } from 'react';
import { FieldError, type FieldProps, fieldIds } from './Field.tsx';
import './RadioCards.css';

/** One of the cards: its title names it, the rest describes it. */
export type RadioCard<Value extends string> = {
  value: Value;
  title: string;
  /** Stands at the end of the title's line, for example the price. */
  aside?: ReactNode;
  children?: ReactNode;
};

export type RadioCardsProps<Value extends string> = FieldProps & {
  cards: readonly RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  enabled?: boolean;
};

/** One choice of a few, each explained on a card: the browser's own radio buttons. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { name, label, hint, error, cards, value, onChange, enabled = true } = props;
  const { id, ...ids } = fieldIds(props);
  return (
    <fieldset className="radio-cards" id={id} aria-describedby={ids['aria-describedby']} disabled={!enabled}>
      <legend className="field-label">{label}</legend>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {cards.map((card) => {
        const part = `${id}-${card.value}`;
        return (
          <label key={card.value} className="radio-card">
            <input
              type="radio"
              name={name}
              value={card.value}
              checked={card.value === value}
              aria-labelledby={`${part}-title`}
              aria-describedby={`${part}-aside ${part}-more`}
              onChange={() => onChange(card.value)}
            />
            <span className="radio-card-title" id={`${part}-title`}>
              {card.title}
            </span>
            <span className="figures" id={`${part}-aside`}>
              {card.aside}
            </span>
            <span className="radio-card-more" id={`${part}-more`}>
              {card.children}
            </span>
          </label>
        );
      })}
      <FieldError id={id} label={label} error={error} />
    </fieldset>
  );
}
