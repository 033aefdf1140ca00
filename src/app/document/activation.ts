type Prerendered = Document & { readonly prerendering?: boolean };

/**
 * Browsers prerender pages that may never be viewed. Until the page is activated, no request is sent and no timer runs;
 * a page that was opened normally starts at once.
 */
export const activated = (page: Prerendered): Promise<void> =>
  page.prerendering
    ? new Promise((resolve) => {
        page.addEventListener('prerenderingchange', () => resolve(), { once: true });
      })
    : Promise.resolve();
