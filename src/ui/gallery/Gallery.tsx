import { useState } from 'react';
import { RadioCards } from '../RadioCards.tsx';
import { Stack } from '../Stack.tsx';
import { Buttons } from './Buttons.tsx';
import { Codes } from './Codes.tsx';
import { Fields } from './Fields.tsx';
import { Foundations } from './Foundations.tsx';
import './Gallery.css';
import { Messages } from './Messages.tsx';
import { Order } from './Order.tsx';
import { Pickers } from './Pickers.tsx';

const themes = [
  { value: 'system', title: 'As the system' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
] as const;
type Theme = (typeof themes)[number]['value'];

const parts = { Foundations, Buttons, Fields, Codes, Pickers, Order, Messages };

/** Type, colour, spacing, motion, and every component in every state, on one page. For developers; not translated. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('system');
  const show = (next: Theme) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return (
    <main className="gallery">
      <Stack gap="large">
        <header className="gallery-head">
          <h1>Gallery</h1>
          <RadioCards name="theme" label="Palette" cards={themes} value={theme} onChange={show} />
        </header>
        {Object.entries(parts).map(([name, Part]) => (
          <section key={name} id={name} aria-labelledby={`${name}-title`}>
            <h2 id={`${name}-title`} className="gallery-title">
              {name}
            </h2>
            <Part />
          </section>
        ))}
      </Stack>
    </main>
  );
}
