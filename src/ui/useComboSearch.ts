import { useEffect, useMemo, useState } from 'react';
import { type ComboOption, prepare, prepareAhead, search, searchable } from './comboSearch.ts';

/** Searches the options for a query. A long list is prepared in parts, and searched again when all of it is prepared. */
export function useComboSearch(options: readonly ComboOption[]) {
  const [query, setQuery] = useState('');
  const list = useMemo(() => searchable(options), [options]);
  const [complete, setComplete] = useState<typeof list | null>(null);
  useEffect(() => prepareAhead(list, () => setComplete(list)), [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searched again once the whole list is prepared
  const found = useMemo(() => search(list, query), [list, query, complete]);
  return {
    found,
    isSearching: list.isAwaited && complete !== list,
    setQuery,
    /** Prepares what is left of a list that the person waits for. */
    searchRest: () => {
      if (list.isAwaited && prepare(list)) setComplete(list);
    },
  };
}
