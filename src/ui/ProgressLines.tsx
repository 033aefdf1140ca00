import { useLingui } from '@lingui/react';
import { REGISTRATION_STEPS } from '#domain/constants.ts';
import './ProgressLines.css';

const lines = Array.from({ length: REGISTRATION_STEPS }, (_, index) => index + 1);

/** §2: 'Step n of 4' with four lines; completed ones are full, the current one is marked. */
export function ProgressLines({ step }: { step: number }) {
  const { i18n } = useLingui();
  return (
    <div className="progress">
      <p className="progress-words figures">{i18n._('Step {step} of 4', { step })}</p>
      <div className="progress-lines" aria-hidden="true">
        {lines.map((line) => (
          <span key={line} data-state={line < step ? 'done' : line === step ? 'current' : 'ahead'} />
        ))}
      </div>
    </div>
  );
}
