import type { MessageDescriptor } from '@lingui/core';

/** What a page says that could not be put together; it is built into the page, for the catalogue may be what is missing. */
export const unloadable: Record<'title' | 'advice' | 'link', MessageDescriptor> = {
  title: /*i18n*/ { id: 'This page could not be loaded' },
  advice: /*i18n*/ { id: 'Check your connection, then load it again.' },
  link: /*i18n*/ { id: 'Load this page again' },
};
