import type { I18n } from '@lingui/core';
import { unloadable } from '#text/unloadable.ts';

/** Reloads the page, for a screen that could not be shown. */
export const ReloadLink = ({ i18n }: { i18n: I18n }) => (
  <p>
    <a href={location.href}>{i18n._(unloadable.link)}</a>
  </p>
);
