/**
 * Adds `integrity` to the scripts, preloaded modules and style sheets of a page: a browser runs none whose bytes differ
 * from the build's. `digest`: the SHA-384 of a file below the root, in base64.
 */
export const withIntegrity = (html: string, digest: (file: string) => string): string =>
  html.replace(
    /(<(?:script type="module"|link rel="(?:modulepreload|stylesheet)") crossorigin) ((?:src|href)="\/([^"]+)")/g,
    (_, start: string, address: string, file: string) => `${start} integrity="sha384-${digest(file)}" ${address}`,
  );
