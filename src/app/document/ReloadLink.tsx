import type { I18n } from '@lingui/core';
import { unloadable } from '#text/unloadable.ts';

/** Reloads the page, for a screen that could not be shown; an address with a hash would only scroll. */
export const ReloadLink = ({ i18n }: { i18n: I18n }) => (
  <p>
    <a href={location.pathname + location.search}>{i18n._(unloadable.link)}</a>
  </p>
);
