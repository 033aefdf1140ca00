import { type ReactNode, useRef } from 'react';
import { FieldError, type FieldProps, fieldIds } from './Field.tsx';
import './RadioCards.css';
import { type Access, useControl } from './useControl.ts';
import { useOff } from './useOff.ts';

/** One of the cards: the title is its name, the rest its description. */
type RadioCard<Value extends string> = {
  value: Value;
  title: string;
  /** Rendered at the end of the title's line, for example the price. */
  aside?: ReactNode;
  children?: ReactNode;
};

type RadioCardsProps<Value extends string> = FieldProps & {
  cards: readonly RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  enabled?: boolean;
};

const radios = (group: HTMLFieldSetElement) => [...group.querySelectorAll<HTMLInputElement>('input[type="radio"]')];

const chosenAccess: Access<HTMLFieldSetElement, string> = {
  empty: '',
  read: (group) => radios(group).find((radio) => radio.checked)?.value ?? '',
  write: (group, chosen) => {
    for (const radio of radios(group)) radio.checked = radio.value === chosen;
  },
};

/** One choice of a few, each explained on a card; native radio buttons. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { name, label, hint, error, cards, value, onChange, enabled = true } = props;
  const { id, ...ids } = fieldIds(props);
  const group = useRef<HTMLFieldSetElement>(null);
  const off = useOff(!enabled);
  useControl({
    control: group,
    access: chosenAccess,
    value: value ?? '',
    onEdit: (chosen) => onChange(chosen as Value),
  });
  return (
    <fieldset ref={group} className="radio-cards" id={id} aria-describedby={ids['aria-describedby']} {...off}>
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
              aria-labelledby={`${part}-title`}
              aria-describedby={`${part}-aside ${part}-more`}
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
