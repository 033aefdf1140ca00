/** Where the flow map stands, in local mode. */
const MAP_PATH = '/flows/';

/** The flow map that shows this page in its frame, or has opened it in a window; null where there is none. */
export function mapWindow(): Window | null {
  const around = window.parent !== window ? window.parent : (window.opener as Window | null);
  try {
    // Of another origin, a window does not tell where it is.
    return around?.location.origin === location.origin && around.location.pathname === MAP_PATH ? around : null;
  } catch {
    return null;
  }
}
