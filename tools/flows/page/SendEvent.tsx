import { type FormEvent, useState } from 'react';
import type { AnyEventObject } from 'xstate';
import { charts } from '../chart.ts';
import type { Running } from '../live.ts';

type Props = { running: Running; onSend: (event: AnyEventObject) => void };

/** Sends an event to the shown flow by hand: its type, and a payload as JSON. */
export function SendEvent({ running: { flow, active }, onSend }: Props) {
  const [type, choose] = useState('');
  const [payload, write] = useState('');
  const [error, setError] = useState('');
  const own = charts[flow].arrows.filter(({ event }) => /^[A-Z_]+$/.test(event));
  const all = [...new Set(own.map(({ event }) => event))].sort();
  const now = new Set(own.filter(({ source }) => active.includes(source)).map(({ event }) => event));
  const chosen = type || all.find((event) => now.has(event)) || '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    try {
      const data: unknown = payload.trim() ? JSON.parse(payload) : {};
      if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Error('not an object');
      onSend({ ...data, type: chosen });
      setError('');
    } catch {
      setError('Enter a JSON object, for example {"code": "123456"}.');
    }
  };
  return (
    <form className="live-send" onSubmit={submit}>
      <h2>Send {flow} an event</h2>
      <label className="map-select">
        <span>Event</span>
        <select value={chosen} onChange={({ target }) => choose(target.value)}>
          {all.map((event) => (
            <option key={event} value={event}>
              {now.has(event) ? event : `${event} (not now)`}
            </option>
          ))}
        </select>
      </label>
      <label className="map-select">
        <span>Payload (JSON, may be empty)</span>
        <textarea rows={2} value={payload} onChange={({ target }) => write(target.value)} spellCheck={false} />
      </label>
      {error && <p role="alert">{error}</p>}
      <button type="submit" className="map-button" disabled={chosen === ''}>
        Send
      </button>
    </form>
  );
}
