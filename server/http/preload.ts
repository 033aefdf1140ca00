/** A module that a page links, with its digest, as `tools/integrity/attributes.ts` writes them. */
const LINKED =
  /<(?:script type="module"|link rel="modulepreload") crossorigin integrity="([^"]+)" (?:src|href)="([^"]+)"/g;

/**
 * The `Link` header of a page, so that a browser requests its modules before it has read the page; null if it has none.
 * The digests are repeated: a module that was requested without one would not be checked later.
 */
export function preloadHeader(html: string): string | null {
  const links = [...html.matchAll(LINKED)].map(
    ([, digest, address]) => `<${address}>; rel=modulepreload; crossorigin; integrity="${digest}"`,
  );
  return links.length > 0 ? links.join(', ') : null;
}
