/*
 * Each page that a frame moves to is an entry of the tab's one history, and Chromium keeps those entries when the frame
 * is gone: Back would do nothing as often as the bank had pages. So an entry of our own lies on top of them while the
 * check is open, which makes Back ours; and all that lies above the step is left at once when the check is over
 * (docs/decisions/bank-frame.md).
 */

/** How often entries are looked for that a page adds without being loaded anew, in ms. */
const OFTEN = 1000;

/** What marks an entry as one of an open check: the key of the step's entry below, and how many of ours lie above that. */
type Check = { base: string | null; above: number };

let isOpen = false;
let isLeaving = false;

/** Whether a check is on screen: then Back belongs to it. */
export const isCheckOpen = () => isOpen;

/** The mark of an entry; null on the entry of a step. */
export const checkOf = (state: unknown): Check | null => (state as { check?: Check } | null)?.check ?? null;

/** Older browsers have none. */
const navigation = (): Navigation | undefined => window.navigation as Navigation | undefined;

/** Keeps an entry of the open check on top until stopped; tells once that Back has left it. Returns how to stop. */
export function holdCheck(left: () => void): () => void {
  let length = history.length;
  let top = checkOf(history.state)?.above ?? 0;
  const rise = () => {
    const base = checkOf(history.state)?.base ?? navigation()?.currentEntry?.key ?? null;
    top += 1;
    history.pushState({ ...history.state, check: { base, above: top } satisfies Check }, '');
    length = history.length;
  };
  const loaded = new WeakSet<EventTarget>();
  /** The first page of a frame adds no entry; each later one may have. */
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLIFrameElement)) return;
    if (loaded.has(target)) rise();
    loaded.add(target);
  };
  const onMove = () => {
    if (checkOf(history.state)?.above === top) return;
    stopWatching();
    left();
  };
  const timer = setInterval(() => history.length > length && rise(), OFTEN);
  const stopWatching = () => {
    clearInterval(timer);
    document.removeEventListener('load', onLoad, true);
    window.removeEventListener('popstate', onMove);
  };

  isOpen = true;
  if (top === 0) rise();
  document.addEventListener('load', onLoad, true);
  window.addEventListener('popstate', onMove);
  return () => {
    stopWatching();
    isOpen = false;
    // The frame leaves the page first: its entries would lead it back to pages that it has shown.
    setTimeout(() => !isOpen && leaveCheck());
  };
}

/**
 * Goes back to the entry of the step, past all that the check has added. Where the browser cannot name that entry, it goes
 * past ours only, which may stop short of it.
 */
export function leaveCheck(): void {
  const check = checkOf(history.state);
  if (!check || isLeaving) return;
  isLeaving = true;
  const arrive = () => {
    isLeaving = false;
  };
  window.addEventListener('popstate', arrive, { once: true });
  const named = check.base === null ? undefined : navigation()?.traverseTo(check.base);
  if (named) named.finished?.catch(stay);
  else history.go(-check.above);
}

/** The step's entry is there no longer: this one takes its place. */
function stay() {
  isLeaving = false;
  const { check: _, ...state } = history.state;
  history.replaceState(state, '');
}
