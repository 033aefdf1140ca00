import { type RefObject, useLayoutEffect } from 'react';

/**
 * Publishes how much of the window a layer covers at one edge, so that focused elements are scrolled clear of it
 * (base.css: `--room-start`, `--room-end`): nothing, as long as it follows the page. Measured after each render and when
 * the window is resized; written only when it changes, because each write computes the styles of the whole page again.
 */
export function useRoom(edge: 'start' | 'end', layer: RefObject<HTMLElement | null>): void {
  const name = `--room-${edge}`;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const measure = () => {
      const height = sticks(layer.current) ? (layer.current?.offsetHeight ?? 0) : 0;
      if (height !== Number.parseInt(style.getPropertyValue(name) || '0', 10)) style.setProperty(name, `${height}px`);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  });
  useLayoutEffect(() => () => void document.documentElement.style.removeProperty(name), [name]);
}

/** Whether a layer, or what holds it, sticks to the window; in a low window it does not. */
const sticks = (layer: Element | null): boolean =>
  layer !== null && (getComputedStyle(layer).position === 'sticky' || sticks(layer.parentElement));
