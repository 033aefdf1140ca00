import { observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual';
import type { UseComboboxPropGetters } from 'downshift';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ComboOption } from './comboSearch.ts';

/** In px: a line of one row, and a list without layout. */
const ROW_HEIGHT = 44;
const LIST_HEIGHT = 320;

type ComboListProps = {
  isOpen: boolean;
  options: readonly ComboOption[];
  /** Index of the marked line, -1 for none. */
  marked: number;
  /** Whether the marked line is brought into sight. */
  follow: boolean;
  /** Id of the chosen line. */
  chosen: string;
  getItemProps: UseComboboxPropGetters<ComboOption>['getItemProps'];
};

/** The lines of an open combobox that are in sight, each told its place among all; laid out before it opens. */
export function ComboList({ isOpen, options, marked, follow, chosen, getItemProps }: ComboListProps) {
  const lines = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: options.length,
    // Downshift's ref of the list is taken off and put on again with every drawing: too late for the virtualizer.
    getScrollElement: () => lines.current?.parentElement ?? null,
    estimateSize: () => ROW_HEIGHT,
    // A line is as high as its own words, not as those that stood there before.
    getItemKey: (index) => options[index]?.id ?? index,
    overscan: 4,
    measureElement: (row) => row.clientHeight || ROW_HEIGHT,
    initialRect: { width: LIST_HEIGHT, height: LIST_HEIGHT },
    observeElementRect: (instance, draw) =>
      observeElementRect(instance, (rect) => draw(rect.height > 0 ? rect : { ...rect, height: LIST_HEIGHT })),
    rangeExtractor: (range) => withMarked(range, marked),
  });

  // Each time it opens at its beginning, or at the marked line.
  useLayoutEffect(() => {
    if (isOpen) rows.scrollToOffset(0);
  }, [isOpen, rows]);
  useEffect(() => {
    if (isOpen && follow && marked >= 0) rows.scrollToIndex(marked);
  }, [isOpen, follow, marked, rows]);

  // Asked for while it is closed too: so that opening has nothing left to measure.
  const height = rows.getTotalSize();
  if (!isOpen) return null;
  return (
    <div ref={lines} style={{ blockSize: height }} role="presentation">
      {rows.getVirtualItems().map(({ index, key, start }) => {
        const option = options[index];
        if (!option) return null;
        return (
          <div
            key={key}
            {...getItemProps({
              item: option,
              index,
              'aria-selected': option.id === chosen,
              'aria-setsize': options.length,
              'aria-posinset': index + 1,
            })}
            ref={rows.measureElement}
            data-index={index}
            data-marked={index === marked || undefined}
            className="combo-option"
            style={{ transform: `translateY(${start}px)` }}
          >
            <span>{option.label}</span>
            {option.note && <span className="combo-note figures">{option.note}</span>}
          </div>
        );
      })}
    </div>
  );
}

/** The marked line is always in the page, for the input points to it (aria-activedescendant). */
const withMarked = ({ startIndex, endIndex, overscan, count }: Range, marked: number) => {
  const start = Math.max(startIndex - overscan, 0);
  const end = Math.min(endIndex + overscan, count - 1);
  const seen = Array.from({ length: Math.max(end - start + 1, 0) }, (_, index) => start + index);
  if (marked < 0 || marked >= count || (marked >= start && marked <= end)) return seen;
  return marked < start ? [marked, ...seen] : [...seen, marked];
};
