import { useState } from 'react';
import type { LoggedEvent } from '../live.ts';

/** Events of the flows, newest first, with secrets redacted. */
export function EventLog({ log }: { log: readonly LoggedEvent[] }) {
  const [from, start] = useState(0);
  const shown = log.filter(({ id }) => id > from).toReversed();
  return (
    <section className="live-log" aria-label="Event log">
      <div className="live-log-head">
        <h2>Events</h2>
        <button type="button" className="map-button" onClick={() => start(log.at(-1)?.id ?? 0)}>
          Clear
        </button>
      </div>
      {shown.length === 0 && <p className="soft small">Nothing yet: do something in the app.</p>}
      <ol role="log" aria-label="Events">
        {shown.map(({ id, flow, event, leadsTo, with: payload }) => (
          <li key={id}>
            <details>
              <summary>
                <strong>{event}</strong> <small>{flow}</small>
                {leadsTo && <small className="live-leads"> → {leadsTo}</small>}
              </summary>
              <pre>{JSON.stringify(payload, null, 1)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
