import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the page how much of the window a layer takes at one edge, so that whatever receives the focus is scrolled
 * clear of it (base.css: `--room-start`, `--room-end`). Measured after each drawing and when the window changes.
 */
export function useRoom(edge: 'start' | 'end', layer: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const height = layer.current?.offsetHeight ?? 0;
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
