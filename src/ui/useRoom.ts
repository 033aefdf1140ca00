import { type RefObject, useEffect } from 'react';

/**
 * Publishes how much of the window a layer covers at one edge, so that focused elements are scrolled clear of it
 * (base.css: `--room-start`, `--room-end`); 0 while the layer scrolls with the page. It is measured when the layer or
 * the window changes its size, after the browser has computed the layout: measuring during a render would compute the
 * layout twice.
 */
export function useRoom(edge: 'start' | 'end', layer: RefObject<HTMLElement | null>): void {
  const name = `--room-${edge}`;
  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => {
      const height = sticks(element) ? element.offsetHeight : 0;
      // Each write computes the styles of the whole page again.
      if (height !== Number.parseInt(style.getPropertyValue(name) || '0', 10)) style.setProperty(name, `${height}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
      style.removeProperty(name);
    };
  }, [name, layer]);
}

/** Whether a layer or one of its parents is sticky; in a low window none is. */
const sticks = (layer: Element | null): boolean =>
  layer !== null && (getComputedStyle(layer).position === 'sticky' || sticks(layer.parentElement));
