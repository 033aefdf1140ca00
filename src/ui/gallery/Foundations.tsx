import { colourTokens } from '#domain/colourTokens.ts';
import { Logo } from '../Logo.tsx';
import { Panel } from '../Panel.tsx';
import { Stack } from '../Stack.tsx';

const spaces = [1, 2, 3, 4, 5, 6, 7, 8];

/** Logo, type, colour, space, motion. */
export const Foundations = () => (
  <div className="gallery-grid">
    <Panel title="Logo">
      <Logo name="Ringwell" />
    </Panel>
    <Panel title="Type">
      <Stack gap="small">
        <h1>Let’s create your account</h1>
        <h2>Order summary</h2>
        <p>Body, 16 px: no charge is made until the trial ends.</p>
        <p className="soft">Soft: you can cancel at any time in the dashboard.</p>
        <p className="small">Small, 14 px: taxes and fees are added according to location.</p>
        <p className="figures">Figures: +49 30 123456 · 4242 4242 4242 4242 · 1,111.11</p>
        <p>
          A link: <a href="#Foundations">Terms and conditions</a>
        </p>
      </Stack>
    </Panel>
    <Panel title="Colour">
      <Stack gap="small">
        {colourTokens.map((name) => (
          <div key={name} className="gallery-swatch">
            <span style={{ background: `var(--${name})` }} />
            <span>{name}</span>
          </div>
        ))}
      </Stack>
    </Panel>
    <Panel title="Space">
      <Stack gap="small">
        {spaces.map((step) => (
          <div key={step} className="gallery-swatch">
            <span className="figures">{step}</span>
            <div className="gallery-space" style={{ inlineSize: `var(--space-${step})` }} />
          </div>
        ))}
      </Stack>
    </Panel>
    <Panel title="Shape and motion">
      <p className="small soft">
        One radius, one shadow; 120 and 180 ms, opacity and transform only, none where it is unwelcome.
      </p>
      <div className="gallery-motion" />
    </Panel>
  </div>
);
