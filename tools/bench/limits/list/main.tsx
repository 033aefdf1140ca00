import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ComboBox } from '#ui/ComboBox.tsx';
import '#ui/tokens.css';
import '#ui/base.css';

const cities = ['Aachen', 'Berlin', 'Cádiz', 'Dresden', 'Łódź', 'München', 'São Paulo', 'Weißenburg in Bayern'];
const count = Number(new URLSearchParams(location.search).get('count'));
const options = Array.from({ length: count }, (_, index) => ({
  id: String(index),
  label: `${cities[index % cities.length]} ${index}`,
  keywords: [`+49 ${20 + index}`],
}));

/** The list of areas with as many entries as the address says. */
function List() {
  const [area, setArea] = useState('');
  return <ComboBox name="area" label="Area" options={options} value={area} onChange={setArea} />;
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
createRoot(document.getElementById('root') as HTMLElement).render(
  <I18nProvider i18n={i18n}>
    <List />
  </I18nProvider>,
);
