import { createRoot, hydrateRoot } from 'react-dom/client';
import { logUnexpected } from '#adapters/errorLog.ts';
import { App } from './app/App.tsx';
import { activated } from './app/activation.ts';
import { preserveEarlyInput } from './app/earlyInput.ts';
import { isPrerendered } from './app/isPrerendered.ts';
import { mapWindow } from './app/mapWindow.ts';
import { start } from './app/start.ts';
import { showUnloadable } from './app/unloadable.ts';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (root) {
  if (import.meta.env.MODE !== 'production') await showToFlowMap();
  const language = document.documentElement.lang;
  const restoreEarlyInput = preserveEarlyInput(root);
  await activated(document);
  await start().then(
    ({ services, router }) => {
      const app = <App services={services} router={router} onDrawn={restoreEarlyInput} />;
      if (root.childElementCount > 0 && isPrerendered(services, router, language)) hydrateRoot(root, app);
      else createRoot(root).render(app);
    },
    (error: unknown) => {
      logUnexpected(error);
      showUnloadable(root);
    },
  );
}

/** In local mode the flow map may show this page; then it hears the flows. No production build contains this. */
async function showToFlowMap() {
  const map = mapWindow();
  if (map) (await import('./app/inspect.ts')).showTo(map);
}
