import { useEffect, useState } from 'react';
import type { FlowName } from '#machines/registry.ts';
import type { PlayedStep } from '../play.ts';
import type { Address } from './address.ts';
import type { Played } from './played.ts';
import './Paths.css';

type Props = {
  flow: FlowName;
  played: Played;
  path: number | null;
  step: number;
  go: (change: Partial<Address>) => void;
};

const PACE_MS = 1200;

/** The paths of the tests, executed on the real machine step by step. */
export function Paths({ flow, played: { paths, steps, problem }, path, step, go }: Props) {
  const [isPlaying, play] = useState(false);
  const last = steps.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (step >= last) return play(false);
    const timer = setTimeout(() => go({ step: step + 1 }), PACE_MS);
    return () => clearTimeout(timer);
  });
  const at = steps[step];
  return (
    <section className="paths" aria-label="Paths">
      <label className="map-select">
        <span>Play a path of the tests</span>
        <select
          value={path ?? ''}
          onChange={({ target }) => go({ path: target.value === '' ? null : Number(target.value), step: 0 })}
        >
          <option value="">None of {paths.length}</option>
          {paths.map(({ title, steps: taken }, index) => (
            <option key={`${flow} ${title}`} value={index}>
              {index + 1} · {taken.length} steps · {title}
            </option>
          ))}
        </select>
      </label>
      {problem !== null && (
        <p role="alert">
          The flow no longer takes this path: {problem} <code>UPDATE_GOLDEN=1 npx vitest run tests/machines</code>{' '}
          writes the paths anew.
        </p>
      )}
      {at && (
        <>
          <div className="paths-keys">
            <button type="button" className="map-button" disabled={step === 0} onClick={() => go({ step: step - 1 })}>
              Back
            </button>
            <button type="button" className="map-button" disabled={step >= last} onClick={() => go({ step: step + 1 })}>
              Next
            </button>
            <button type="button" className="map-button" aria-pressed={isPlaying} onClick={() => play(!isPlaying)}>
              {isPlaying ? 'Stop' : 'Play'}
            </button>
            <span className="soft small" role="status">
              Step {step} of {last}
            </span>
          </div>
          <ol className="paths-steps">
            {steps.map(({ label }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position in the path
              <li key={index}>
                <button
                  type="button"
                  aria-current={index === step ? 'step' : undefined}
                  onClick={() => go({ step: index })}
                >
                  {label}
                </button>
              </li>
            ))}
          </ol>
          <StepDetails step={at} />
        </>
      )}
    </section>
  );
}

function StepDetails({ step }: { step: PlayedStep }) {
  const payload = Object.keys(step.payload).length > 0 ? [JSON.stringify(step.payload, null, 1)] : [];
  const facts = { with: payload, 'guards failed': step.refused, effects: step.facts };
  const shownFacts = Object.entries(facts).filter(([, lines]) => lines.length > 0);
  return (
    <dl className="paths-facts">
      {shownFacts.map(([name, lines]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <pre>{lines.join('\n')}</pre>
          </dd>
        </div>
      ))}
    </dl>
  );
}
