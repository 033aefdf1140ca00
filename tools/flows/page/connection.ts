import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { AnyEventObject } from 'xstate';
import type { MapMessage, PageMessage } from '#app/inspector/inspect.ts';
import { type Live, receive, silence } from '../live.ts';

const CLOSED_CHECK_MS = 500;

/**
 * The connection to the app, in the frame or in a separate window: its live view, and a function to send events to its
 * flows.
 */
export function useConnection(): [Live, (sessionId: string, event: AnyEventObject) => void] {
  const [live, receiveMessage] = useReducer(receive, silence);
  const app = useRef<Window | null>(null);
  useEffect(() => {
    const listen = ({ data, origin, source: window }: MessageEvent<PageMessage | null>) => {
      const source = window as Window | null;
      if (origin !== location.origin || !source || !/^@(flows|xstate)\./.test(data?.type ?? '')) return;
      if (data?.type === '@flows.hello') {
        app.current = source;
        source.postMessage({ type: '@statelyai.connected' } satisfies MapMessage, { targetOrigin: origin });
      }
      if (data && source === app.current) receiveMessage(data);
    };
    addEventListener('message', listen);
    // A window that is closed says nothing.
    const watch = setInterval(() => {
      if (!app.current?.closed) return;
      app.current = null;
      receiveMessage({ type: 'closed' });
    }, CLOSED_CHECK_MS);
    return () => {
      removeEventListener('message', listen);
      clearInterval(watch);
    };
  }, []);
  const send = useCallback((sessionId: string, event: AnyEventObject) => {
    const message: MapMessage = { type: '@flows.send', sessionId, event };
    app.current?.postMessage(message, { targetOrigin: location.origin });
  }, []);
  return [live, send];
}
