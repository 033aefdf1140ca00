import { type Running, shortPlace } from '../live.ts';

type Props = {
  running: readonly Running[];
  shown: string | null;
  /** Null: the drawing follows the latest event. */
  chosen: string | null;
  onChoose: (sessionId: string | null) => void;
};

/** The flows of the page with their states; children are listed below their parent. */
export function RunningFlows({ running, shown, chosen, onChoose }: Props) {
  const present = running.filter(({ isOver, sessionId }) => !isOver || sessionId === shown);
  return (
    <section>
      <h2>Flows of the page</h2>
      <label className="map-check">
        <input
          type="checkbox"
          checked={chosen === null}
          onChange={({ target }) => onChoose(target.checked ? null : shown)}
        />
        Follow what happens
      </label>
      <ul className="live-flows">
        {present.map((one) => (
          <li key={one.sessionId} data-child={one.parentId !== null || undefined}>
            <button
              type="button"
              aria-current={one.sessionId === shown ? 'true' : undefined}
              onClick={() => onChoose(one.sessionId)}
            >
              <span>{one.flow}</span> <small>{one.isOver ? 'over' : shortPlace(one)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
