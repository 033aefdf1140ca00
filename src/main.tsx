import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { isPrerendered } from './app/isPrerendered.ts';
import { start } from './app/start.ts';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (root) {
  const language = document.documentElement.lang;
  const { world, stage } = await start();
  const app = <App world={world} stage={stage} />;
  if (isPrerendered(world, stage, language)) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
