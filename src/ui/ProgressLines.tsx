import { useLingui } from '@lingui/react';
import './ProgressLines.css';

type Props = {
  /** Number of the current step, from 1. */
  step: number;
  names: readonly string[];
  /** Goes back to the step before; undefined if that is not possible. */
  onBack?: (() => void) | undefined;
};

/** §2: 'Step n of 4' with a line and a name for each; completed lines are full, the current one is half full. */
export function ProgressLines({ step, names, onBack }: Props) {
  const { i18n } = useLingui();
  const stateOf = (line: number) => (line < step ? 'done' : line === step ? 'current' : 'ahead');
  return (
    <div className="progress">
      <p className="progress-words figures">{i18n._('Step {step} of 4', { step })}</p>
      <ol className="progress-lines">
        {names.map((name, index) => (
          <li
            key={name}
            className="progress-line"
            data-state={stateOf(index + 1)}
            aria-current={index + 1 === step ? 'step' : undefined}
          >
            {onBack && index + 2 === step ? (
              <button type="button" className="progress-back" onClick={onBack}>
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
