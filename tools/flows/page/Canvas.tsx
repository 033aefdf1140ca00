import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { FlowName } from '#machines/registry.ts';
import { charts } from '../chart.ts';
import { Chart, type Lights } from './Chart.tsx';
import { type Style, useDrawing } from './drawings.ts';
import { ExportButtons } from './ExportButtons.tsx';

type Props = {
  flow: FlowName;
  lights: Lights;
  /** The state or transition to keep in view. */
  follows?: string | null;
  tools?: ReactNode;
  onSelect: (name: string) => void;
};

/** Below this scale text is unreadable, so the canvas scrolls instead. */
const LEAST = 0.72;
const MARGIN = 24;

/** A drawing on a canvas that scrolls and zooms: wheel, drag and touch, buttons, and keys (listed in the legend). */
export function Canvas({ flow, lights, follows = null, tools, onSelect }: Props) {
  const [style, setStyle] = useState<Style>({ actions: true, direction: 'DOWN' });
  const [zoom, setZoom] = useState<number | null>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  const sheet = useRef<HTMLElement>(null);
  const shown = useDrawing(flow, style);
  const { states, arrows } = charts[flow];

  useEffect(() => {
    const { current } = sheet;
    if (!current) return;
    const watch = new ResizeObserver(() => setRoom({ width: current.clientWidth, height: current.clientHeight }));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);

  const drawing = shown?.drawing;
  const fitting = drawing && room.width > 0 ? Math.min(1, Math.max(LEAST, room.width / drawing.width)) : 1;
  const scale = zoom ?? fitting;
  const zoomBy = (factor: number) => setZoom(Math.min(2.5, Math.max(0.15, scale * factor)));
  const showAll = () => drawing && setZoom(Math.min(room.width / drawing.width, room.height / drawing.height));
  useFixedCentre(sheet, scale);
  useWheel(sheet, zoomBy);
  const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) return;
    if (key === '+' || key === '=') zoomBy(1.25);
    if (key === '-') zoomBy(0.8);
    if (key === '0') showAll();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout resets the view
  useEffect(() => {
    const { current } = sheet;
    const name = CSS.escape(follows ?? '');
    const mark = current?.querySelector(`[data-state="${name}"], [data-arrow="${name}"]`);
    if (current && mark) bringIntoSight(current, mark);
  }, [follows, drawing]);

  return (
    <section className="canvas" aria-label={`Drawing of ${flow}`}>
      <div className="canvas-tools">
        <h1>{flow}</h1>
        <span className="soft small">
          {states.length} states, {arrows.length} transitions
        </span>
        <label className="map-check">
          <input
            type="checkbox"
            checked={style.actions}
            onChange={({ target }) => setStyle({ ...style, actions: target.checked })}
          />
          Actions
        </label>
        <label className="map-check">
          <input
            type="checkbox"
            checked={style.direction === 'RIGHT'}
            onChange={({ target }) => setStyle({ ...style, direction: target.checked ? 'RIGHT' : 'DOWN' })}
          />
          Left to right
        </label>
        {tools}
        <span className="canvas-zoom">
          <button type="button" className="map-button" aria-label="Smaller" onClick={() => zoomBy(0.8)}>
            −
          </button>
          <button type="button" className="map-button" title="Actual size" onClick={() => setZoom(1)}>
            {Math.round(scale * 100)} %
          </button>
          <button type="button" className="map-button" aria-label="Larger" onClick={() => zoomBy(1.25)}>
            +
          </button>
          <button type="button" className="map-button" onClick={showAll}>
            Fit
          </button>
          {shown && <ExportButtons flow={shown.flow} drawing={shown.drawing} />}
        </span>
      </div>
      <section
        ref={sheet}
        className="canvas-sheet"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
        tabIndex={0}
        aria-label="Canvas"
        aria-keyshortcuts="+ - 0"
        onKeyDown={press}
        {...dragging(sheet)}
      >
        {shown ? (
          <Chart
            title={`Flow ${shown.flow}`}
            drawing={shown.drawing}
            zoom={scale}
            onSelect={onSelect}
            {...(shown.flow === flow ? lights : {})}
          />
        ) : (
          <p className="map-wait">Drawing …</p>
        )}
      </section>
    </section>
  );
}

type Sheet = { readonly current: HTMLElement | null };

/** Keeps the centre of the view when the zoom changes. */
function useFixedCentre(sheet: Sheet, scale: number) {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const { current } = sheet;
    const grown = scale / before.current;
    before.current = scale;
    if (!current || grown === 1) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = current;
    const middle = (from: number, room: number) => (from + room / 2) * grown - room / 2;
    current.scrollTo(middle(scrollLeft, clientWidth), middle(scrollTop, clientHeight));
  }, [sheet, scale]);
}

/** Ctrl with the wheel, and pinching on a touchpad, zoom the drawing instead of the page. */
function useWheel(sheet: Sheet, zoomBy: (factor: number) => void) {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomBy(2 ** (-event.deltaY / 300));
  });
  useEffect(() => {
    const { current } = sheet;
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, [sheet]);
}

/** Scrolls the canvas, and nothing around it, just far enough to show the element. */
function bringIntoSight(sheet: HTMLElement, mark: Element) {
  const [room, place] = [sheet.getBoundingClientRect(), mark.getBoundingClientRect()];
  const by = (low: number, high: number, least: number, most: number) => {
    if (high - low > most - least || low < least) return low - least - MARGIN;
    return high > most ? high - most + MARGIN : 0;
  };
  sheet.scrollBy(
    by(place.left, place.right, room.left, room.right),
    by(place.top, place.bottom, room.top, room.bottom),
  );
}

/** Drags the canvas by mouse; touch scrolls natively. */
function dragging(sheet: Sheet) {
  return {
    onPointerDown: ({ pointerType, button, target }: PointerEvent) => {
      const { current } = sheet;
      const isFree = target instanceof Element && !target.closest('[role="button"]');
      if (!current || pointerType !== 'mouse' || button !== 0 || !isFree) return;
      const move = ({ movementX, movementY }: globalThis.PointerEvent) => current.scrollBy(-movementX, -movementY);
      const release = () => removeEventListener('pointermove', move);
      addEventListener('pointermove', move);
      addEventListener('pointerup', release, { once: true });
    },
  };
}
