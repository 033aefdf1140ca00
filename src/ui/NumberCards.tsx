import { useState } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './NumberCards.css';

const SHOWN = 3;

type NumberCardsProps = {
  label: string;
  /** Label of the button that shows the next numbers. */
  moreLabel: string;
  numbers: readonly { id: string; label: string }[];
  /** Id of the chosen number; '' if there is none. */
  value: string;
  onChange: (id: string) => void;
  enabled?: boolean;
};

/** A few numbers as large buttons, and a button that shows the next few. The chosen one is always among them. */
export function NumberCards({ label, moreLabel, numbers, value, onChange, enabled = true }: NumberCardsProps) {
  const [start, setStart] = useState(0);
  const ahead = [...numbers.slice(start), ...numbers.slice(0, start)].slice(0, SHOWN);
  const chosen = numbers.find((number) => number.id === value);
  const shown = chosen && !ahead.includes(chosen) ? [chosen, ...ahead.slice(0, SHOWN - 1)] : ahead;
  return (
    <fieldset className="number-choice">
      <legend className="field-label">{label}</legend>
      <div className="number-cards">
        {shown.map((number) => (
          <button
            key={number.id}
            type="button"
            className="number-card number"
            aria-pressed={number.id === value}
            aria-disabled={!enabled || undefined}
            onClick={() => enabled && number.id !== value && onChange(number.id)}
          >
            <bdi dir="ltr">{number.label}</bdi>
            <Icon name="check" />
          </button>
        ))}
        {numbers.length > SHOWN && (
          <Button variant="quiet" enabled={enabled} onPress={() => setStart((start + SHOWN) % numbers.length)}>
            {moreLabel}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
