import type { MessageDescriptor } from '@lingui/core';

/** What a page says that could not be put together; it is built into the page, for the catalogue may be what is missing. */
export const unloadable: Record<'title' | 'advice' | 'link', MessageDescriptor> = {
  title: /*i18n*/ { id: "We couldn't load this page" },
  advice: /*i18n*/ { id: 'Check your internet connection, then reload the page.' },
  link: /*i18n*/ { id: 'Reload page' },
};
