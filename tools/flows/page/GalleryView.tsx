import { I18nProvider } from '@lingui/react';
import { use } from 'react';
import { loadMessages } from '#text/i18n.ts';
import { Gallery } from '#ui/gallery/Gallery.tsx';

const messages = loadMessages('en');

/** The gallery of components with their texts. */
export const GalleryView = () => (
  <I18nProvider i18n={use(messages)}>
    <div className="map-gallery">
      <Gallery />
    </div>
  </I18nProvider>
);
