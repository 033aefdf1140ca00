/*
 * Each page that a frame moves to is an entry of the tab's joint history, and Chromium keeps those entries when the
 * frame is removed: Back would appear dead once for each page of the bank. So an entry of our own stays on top of them
 * while the check is open, and receives Back. When the check ends, all entries above the step are left at once
 * (docs/decisions/bank-frame.md).
 */

/** How often to check for entries that a page adds without a load, in ms. */
const CHECK_INTERVAL = 1000;

/** Marks an entry of an open check: the key of the step's entry below, and how many of our entries are above that. */
type Check = { base: string | null; above: number };

let isOpen = false;
let isLeaving = false;

/** Whether a check is on screen and handles Back. */
export const isCheckOpen = () => isOpen;

/** The mark of an entry; null for the entry of a step. */
export const checkOf = (state: unknown): Check | null => (state as { check?: Check } | null)?.check ?? null;

/** Missing in older browsers. */
const navigation = (): Navigation | undefined => window.navigation as Navigation | undefined;

/** Keeps an entry of the open check on top; calls back once when Back has left it. Returns a function to stop. */
export function holdCheck(onBack: () => void): () => void {
  let length = history.length;
  let top = checkOf(history.state)?.above ?? 0;
  const pushEntry = () => {
    const base = checkOf(history.state)?.base ?? navigation()?.currentEntry?.key ?? null;
    top += 1;
    history.pushState({ ...history.state, check: { base, above: top } satisfies Check }, '');
    length = history.length;
  };
  const loaded = new WeakSet<EventTarget>();
  /** The first page of a frame adds no entry; each later one may add one. */
  const onLoad = ({ target }: Event) => {
    if (!(target instanceof HTMLIFrameElement)) return;
    if (loaded.has(target)) pushEntry();
    loaded.add(target);
  };
  const onMove = () => {
    if (checkOf(history.state)?.above === top) return;
    stopWatching();
    onBack();
  };
  const timer = setInterval(() => history.length > length && pushEntry(), CHECK_INTERVAL);
  const stopWatching = () => {
    clearInterval(timer);
    document.removeEventListener('load', onLoad, true);
    window.removeEventListener('popstate', onMove);
  };

  isOpen = true;
  if (top === 0) pushEntry();
  document.addEventListener('load', onLoad, true);
  window.addEventListener('popstate', onMove);
  return () => {
    stopWatching();
    isOpen = false;
    // Wait until the frame is removed: leaving its entries would navigate it to pages that it has already shown.
    setTimeout(() => !isOpen && leaveCheck());
  };
}

/**
 * Goes back to the entry of the step, past all entries of the check. If the browser cannot address that entry, it skips
 * only our own, which may stop short of the step.
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

/** The step's entry no longer exists: this one replaces it. */
function stay() {
  isLeaving = false;
  const { check: _, ...state } = history.state;
  history.replaceState(state, '');
}
