import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render as renderBare } from '@testing-library/react';
import type { ReactElement } from 'react';

i18n.loadAndActivate({ locale: 'en', messages: {} });

/** Renders a building block with English words. */
export const render = (block: ReactElement) =>
  renderBare(block, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> });
