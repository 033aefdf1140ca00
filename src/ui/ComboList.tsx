import { observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual';
import type { UseComboboxPropGetters } from 'downshift';
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { ComboOption } from './comboSearch.ts';

/** Heights in px of an option of one line, and of the list where there is no layout. */
const ROW_HEIGHT = 44;
const LIST_HEIGHT = 320;

type ComboListProps = {
  isOpen: boolean;
  options: readonly ComboOption[];
  /** Index of the highlighted option, -1 for none. */
  marked: number;
  /** Whether the highlighted option is scrolled into view. */
  follow: boolean;
  /** Id of the chosen option. */
  chosen: string;
  getItemProps: UseComboboxPropGetters<ComboOption>['getItemProps'];
};

/** The visible options of an open combobox, each with its position in the whole list; measured before it opens. */
export const ComboList = memo(function ComboList(props: ComboListProps) {
  const { isOpen, options, marked, follow, chosen, getItemProps } = props;
  const lines = useRef<HTMLDivElement>(null);
  // A measured height belongs to an option, not to a position. The function stays the same, because with another one
  // all positions are computed anew.
  const getItemKey = useCallback((index: number) => options[index]?.id ?? index, [options]);
  const rows = useVirtualizer({
    count: options.length,
    // Downshift detaches and attaches its ref of the list on each render: too late for the virtualiser.
    getScrollElement: () => lines.current?.parentElement ?? null,
    estimateSize,
    getItemKey,
    overscan: 4,
    measureElement: (row) => row.clientHeight || ROW_HEIGHT,
    initialRect: { width: LIST_HEIGHT, height: LIST_HEIGHT },
    observeElementRect: (instance, onRect) =>
      observeElementRect(instance, (rect) => onRect(rect.height > 0 ? rect : { ...rect, height: LIST_HEIGHT })),
    rangeExtractor: (range) => withMarked(range, marked),
  });

  // Opens at the first or the highlighted option.
  useLayoutEffect(() => {
    if (isOpen) rows.scrollToOffset(0);
  }, [isOpen, rows]);
  useEffect(() => {
    if (isOpen && follow && marked >= 0) rows.scrollToIndex(marked);
  }, [isOpen, follow, marked, rows]);

  // Read while closed too, so that nothing has to be measured on opening.
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
          </div>
        );
      })}
    </div>
  );
});

const estimateSize = () => ROW_HEIGHT;

/** The highlighted option is always in the document, because the input refers to it (aria-activedescendant). */
const withMarked = ({ startIndex, endIndex, overscan, count }: Range, marked: number) => {
  const start = Math.max(startIndex - overscan, 0);
  const end = Math.min(endIndex + overscan, count - 1);
  const seen = Array.from({ length: Math.max(end - start + 1, 0) }, (_, index) => start + index);
  if (marked < 0 || marked >= count || (marked >= start && marked <= end)) return seen;
  return marked < start ? [marked, ...seen] : [...seen, marked];
};
