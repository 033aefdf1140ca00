import { type RefObject, useLayoutEffect } from 'react';

/**
 * Publishes how much of the window a layer covers at one edge, so that focused elements are scrolled clear of it
 * (base.css: `--room-start`, `--room-end`): nothing, as long as it follows the page. Measured after each render and when
 * the window is resized.
 */
export function useRoom(edge: 'start' | 'end', layer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const height = sticks(layer.current) ? (layer.current?.offsetHeight ?? 0) : 0;
      document.documentElement.style.setProperty(`--room-${edge}`, `${height}px`);
    };
    measure();
    addEventListener('resize', measure);
    return () => {
      removeEventListener('resize', measure);
      document.documentElement.style.removeProperty(`--room-${edge}`);
    };
  });
}

/** Whether a layer, or what holds it, sticks to the window; in a low window it does not. */
const sticks = (layer: Element | null): boolean =>
  layer !== null && (getComputedStyle(layer).position === 'sticky' || sticks(layer.parentElement));
