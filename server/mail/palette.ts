/** Colours of mails and of the server's own pages. Pairs have a contrast of at least 4.5. */
export type Palette = { ink: string; paper: string; edge: string; go: string; onGo: string };

/** No colour has six digits in a row: programs that look for a mailed code would take it for one. */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: { ink: '#1d2421', paper: '#fff', edge: '#5f6a64', go: '#0a6b43', onGo: '#fff' },
  dark: { ink: '#e8ece9', paper: '#161b19', edge: '#8b9690', go: '#5fd09b', onGo: '#0c1512' },
};

/** The colours as CSS custom properties. */
export const propertiesOf = ({ ink, paper, edge, go, onGo }: Palette): string =>
  `--ink: ${ink}; --paper: ${paper}; --edge: ${edge}; --go: ${go}; --on-go: ${onGo};`;
