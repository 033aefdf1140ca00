import { useMemo, useSyncExternalStore } from 'react';
import { type FlowName, flows } from '#machines/registry.ts';

/** The view, as encoded in the URL after '#', so that it can be linked and Back works. */
export type Address = {
  view: 'flows' | 'live' | 'gallery';
  flow: FlowName;
  /** The name of the selected state or transition. */
  selected: string | null;
  /** The selected golden path and its step; both from 0. */
  path: number | null;
  step: number;
};

/** Reads the hash; in short it may be the name of a flow or of a state alone: `#auth`, `#auth.twoFactor.verifying`. */
export const readAddress = (hash: string): Address => {
  const [name = ''] = new URLSearchParams(hash.replace(/^#/, '')).keys();
  const [flow = ''] = name.split('.');
  if (Object.hasOwn(flows, flow)) return read(hashOfState(name));
  return read(hash);
};

/** The hash of a state or transition, or of a flow, by its name. */
const hashOfState = (name: string): string =>
  `#${new URLSearchParams({ flow: name.split('.')[0] ?? '', ...(name.includes('.') && { selected: name }) })}`;

const read = (hash: string): Address => {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const view = query.get('view');
  const flow = query.get('flow') ?? '';
  const path = query.get('path');
  return {
    view: view === 'live' || view === 'gallery' ? view : 'flows',
    flow: Object.hasOwn(flows, flow) ? (flow as FlowName) : 'auth',
    selected: query.get('selected'),
    path: path === null ? null : Number(path),
    step: Number(query.get('step') ?? 0),
  };
};

/** The hash with some parts changed; another flow resets the selection. */
export function hashWith(now: Address, change: Partial<Address>): string {
  const other = change.flow !== undefined && change.flow !== now.flow;
  const { view, flow, selected, path, step } = {
    ...now,
    ...(other && { selected: null, path: null, step: 0 }),
    ...change,
  };
  const query = new URLSearchParams({ view, flow });
  if (selected !== null) query.set('selected', selected);
  if (path !== null) query.set('path', String(path));
  if (path !== null && step > 0) query.set('step', String(step));
  return `#${query}`;
}

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** The current view, and a function to change it. */
export function useAddress(): [Address, (change: Partial<Address>) => void] {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const address = useMemo(() => readAddress(hash), [hash]);
  return [
    address,
    (change) => {
      location.hash = hashWith(readAddress(location.hash), change);
    },
  ];
}
