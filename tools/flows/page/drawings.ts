import ElkApi from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { useEffect, useState } from 'react';
import type { FlowName } from '#machines/registry.ts';
import { charts } from '../chart.ts';
import { type Direction, type Drawing, layOut } from '../layout.ts';
import { measure } from './measure.ts';

const elk = new ElkApi({ workerUrl });
const known = new Map<string, Promise<Drawing>>();

/** Options of a drawing. */
export type Style = { actions: boolean; direction: Direction };

/** The layout of a flow, computed once per flow. The previous one stays until the next is ready. */
export function useDrawing(flow: FlowName, { actions, direction }: Style): { flow: FlowName; drawing: Drawing } | null {
  const [shown, show] = useState<{ flow: FlowName; drawing: Drawing } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const key = JSON.stringify([flow, actions, direction]);
    const drawing = known.get(key) ?? layOut(elk, charts[flow], { measure, actions, direction });
    known.set(key, drawing);
    void drawing.then((done) => isWanted && show({ flow, drawing: done }));
    return () => {
      isWanted = false;
    };
  }, [flow, actions, direction]);
  return shown;
}
