import { createRoot, hydrateRoot } from 'react-dom/client';
import { logUnexpected } from '#adapters/errorLog.ts';
import { nextTask } from '#adapters/nextTask.ts';
import { App } from './app/App.tsx';
import { activated } from './app/document/activation.ts';
import { preserveEarlyInput, reactListens } from './app/document/earlyInput.ts';
import { isPrerendered } from './app/document/isPrerendered.ts';
import { showUnloadable } from './app/document/unloadable.ts';
import { mapWindow } from './app/inspector/mapWindow.ts';
import { start } from './app/start.ts';
import { firstScreenWorks, whenIdle } from './app/whenIdle.ts';
import './ui/tokens.css';
import './ui/face.css';
import './ui/base.css';

const root = document.getElementById('root');
// The flows import this file, so it must not wait for them.
if (root) void begin(root);

/** Starts the services and the flow of the page's address, and renders it. */
async function begin(root: HTMLElement): Promise<void> {
  if (import.meta.env.MODE !== 'production') await showToFlowMap();
  const language = document.documentElement.lang;
  const restoreEarlyInput = preserveEarlyInput(root);
  await activated(document);
  // The modules have just been evaluated: keys and paints that wait for that come first.
  await nextTask();
  try {
    const { services, router } = await start();
    const onRendered = () => {
      // Not before: step 1 of a new sign-up would show for a moment.
      delete document.documentElement.dataset['resumed'];
      restoreEarlyInput();
      firstScreenWorks();
      // Without it, the stand-ins remain.
      whenIdle(() => void import('./ui/typeface.css').catch(() => undefined));
    };
    const app = <App services={services} router={router} onRendered={onRendered} />;
    if (root.childElementCount > 0 && isPrerendered(services, router, language)) {
      // What a translator or an extension has changed meanwhile is rendered anew, with what was typed into it.
      hydrateRoot(root, app, { onRecoverableError: logUnexpected });
      reactListens();
    } else createRoot(root).render(app);
  } catch (error) {
    logUnexpected(error);
    showUnloadable(root);
  }
}

/** In local mode the flow map may show this page; the flows are then reported to it. No production build contains this. */
async function showToFlowMap() {
  const map = mapWindow();
  if (map) (await import('./app/inspector/inspect.ts')).showTo(map);
}
