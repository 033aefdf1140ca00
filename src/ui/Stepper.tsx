import { useLingui } from '@lingui/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { digitsOf } from '#domain/digits.ts';
import { Field, type FieldProps, fieldIds } from './Field.tsx';
import { Icon } from './Icon.tsx';
import './Stepper.css';
import { textAccess, useControl } from './useControl.ts';
import { useOff } from './useOff.ts';

type StepperProps = FieldProps & {
  value: number;
  onChange: (value: number) => void;
  /** Called when the number is complete: a step was taken, or the field is left. */
  onEntered?: () => void;
  min: number;
  max: number;
  enabled?: boolean;
};

const PAGE_STEP = 10;

/**
 * A whole number between min and max: typed, or changed by two buttons or arrow keys. The mouse wheel changes nothing.
 * A value out of range or an empty field is corrected to the nearest allowed number on blur, and when its form is sent.
 */
export function Stepper(props: StepperProps) {
  const { value, onChange, onEntered = () => {}, min, max, enabled = true } = props;
  const { i18n } = useLingui();
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const ids = fieldIds(props);
  const { onBlur, ...off } = useOff(!enabled);

  const set = (next: number) => {
    const allowed = Math.min(Math.max(next, min), max);
    if (allowed !== value) onChange(allowed);
  };
  const step = (by: number) => {
    setDraft(null);
    set(value + by);
    onEntered();
  };
  const type = (text: string) => {
    const number = digitsOf(text).slice(0, String(max).length + 1);
    setDraft(number);
    if (number !== '') set(Number(number));
  };
  useControl({
    control: input,
    access: textAccess,
    value: draft ?? String(value),
    onEdit: type,
  });

  // Enter sends a form whose field is not left: it shows the number that is sent.
  useEffect(() => {
    const form = input.current?.form;
    const correct = () => setDraft(null);
    form?.addEventListener('submit', correct, { capture: true });
    return () => form?.removeEventListener('submit', correct, { capture: true });
  }, []);

  const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE_STEP, PageDown: -PAGE_STEP };
  const press = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined || !enabled) return;
    event.preventDefault();
    step(by);
  };

  const button = (icon: 'minus' | 'plus', name: string, by: number, atEnd: boolean) => (
    <button
      type="button"
      className="stepper-button"
      aria-label={name}
      aria-describedby={`${ids.id}-label`}
      aria-disabled={atEnd || !enabled || undefined}
      onClick={() => enabled && step(by)}
    >
      <Icon name={icon} />
    </button>
  );

  return (
    <Field {...props}>
      <div className="input input-row stepper">
        {button('minus', i18n.t('Decrease'), -1, value <= min)}
        <input
          {...ids}
          ref={input}
          className="figures"
          name={props.name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          {...off}
          readOnly={!enabled}
          onKeyDown={press}
          onBlur={() => {
            onBlur();
            setDraft(null);
            onEntered();
          }}
        />
        {button('plus', i18n.t('Increase'), 1, value >= max)}
      </div>
    </Field>
  );
}
