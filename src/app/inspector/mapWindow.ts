/** The path of the flow map, in local mode. */
const MAP_PATH = '/flows/';

/** The flow map that shows this page in its frame, or has opened it in a window; null if there is none. */
export function mapWindow(): Window | null {
  const around = window.parent !== window ? window.parent : (window.opener as Window | null);
  try {
    // The location of a window of another origin cannot be read.
    return around?.location.origin === location.origin && around.location.pathname === MAP_PATH ? around : null;
  } catch {
    return null;
  }
}
