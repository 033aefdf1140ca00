import type { Store } from './schema.ts';

type Work = () => void;

/** Work that waits for the commit of an open transaction. */
const waiting = new WeakMap<Store, Work[]>();

/**
 * Runs work once a transaction is committed, for what looks at its changes from another connection; not at all if it is
 * undone. Where a transaction does not collect such work, other changes wait for its end anyway: the work runs now.
 */
export function afterCommit(tx: Store, work: Work): void {
  const works = waiting.get(tx);
  if (works) works.push(work);
  else work();
}

/** Lets an open transaction collect its work; what this returns runs it. */
export function collectWork(tx: Store): Work {
  const works: Work[] = [];
  waiting.set(tx, works);
  return () => {
    for (const work of works) work();
  };
}
