type Prerendered = Document & { readonly prerendering?: boolean };

/**
 * Browsers load and run pages that a person may never look at. Until somebody does, nothing is asked of the server and
 * no time runs out; a page that was opened in the usual way begins at once.
 */
export const activated = (page: Prerendered): Promise<void> =>
  page.prerendering
    ? new Promise((resolve) => {
        page.addEventListener('prerenderingchange', () => resolve(), { once: true });
      })
    : Promise.resolve();
