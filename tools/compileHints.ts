import type { Plugin } from 'vite';

/**
 * A browser compiles a function when it is first called, which blocks the page. This comment has all functions of a file
 * compiled while the file arrives, beside the page's own thread. Chromium supports it since version 136, as the first
 * line only; for others it is a comment.
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Puts the hint into every chunk: they are cut so that a screen needs most of what it loads. */
export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  augmentChunkHash: () => HINT,
  generateBundle: {
    // After Vite has put its list of dependencies into the first line.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = HINT + file.code;
    },
  },
});
