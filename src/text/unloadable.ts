import type { MessageDescriptor } from '@lingui/core';

/**
 * The message of a page that could not be loaded. It is part of the page, since the catalogue itself may be missing.
 */
export const unloadable: Record<'title' | 'advice' | 'link', MessageDescriptor> = {
  title: /*i18n*/ { id: "We couldn't load this page" },
  advice: /*i18n*/ { id: 'Check your internet connection, then reload the page.' },
  link: /*i18n*/ { id: 'Reload page' },
};
