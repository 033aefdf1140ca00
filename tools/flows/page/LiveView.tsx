import { useState } from 'react';
import { charts } from '../chart.ts';
import { AppFrame } from './AppFrame.tsx';
import { Canvas } from './Canvas.tsx';
import { useConnection } from './connection.ts';
import { Details } from './Details.tsx';
import { EventLog } from './EventLog.tsx';
import { Legend } from './Legend.tsx';
import './LiveView.css';
import { RunningFlows } from './RunningFlows.tsx';
import { SendEvent } from './SendEvent.tsx';

/** The running app beside its flow: active states, received events, and events sent by hand. */
export function LiveView() {
  const [live, send] = useConnection();
  const [chosen, choose] = useState<string | null>(null);
  const [selected, select] = useState<string | null>(null);
  const { running, log, latest } = live;
  const bySession = (id: string | null) => running.find(({ sessionId }) => sessionId === id);
  const shown = bySession(chosen) ?? bySession(latest);
  return (
    <main className="live">
      <AppFrame />
      {shown ? (
        <Canvas
          flow={shown.flow}
          lights={{ active: new Set(shown.isOver ? [] : shown.active), taken: new Set(shown.taken), selected }}
          follows={shown.active.at(-1) ?? null}
          onSelect={(name) => select(name === selected ? null : name)}
        />
      ) : (
        <p className="map-wait" role="status">
          {live.isConnected ? 'The page has loaded; none of its flows has started yet.' : 'Waiting for the app …'}
        </p>
      )}
      <aside className="live-side" aria-label="What happens">
        <RunningFlows running={running} shown={shown?.sessionId ?? null} chosen={chosen} onChoose={choose} />
        {shown && <SendEvent key={shown.sessionId} running={shown} onSend={(event) => send(shown.sessionId, event)} />}
        <EventLog log={log} />
        {shown && (
          <details className="live-context">
            <summary>Context of {shown.flow}</summary>
            <pre>{JSON.stringify(shown.context, null, 1)}</pre>
          </details>
        )}
        {shown && selected?.startsWith(`${shown.flow}.`) && (
          <Details
            chart={charts[shown.flow]}
            selected={selected}
            counts={undefined}
            onSelect={select}
            onFlow={(flow) => choose(running.findLast((one) => one.flow === flow)?.sessionId ?? chosen)}
          />
        )}
        <Legend />
      </aside>
    </main>
  );
}
