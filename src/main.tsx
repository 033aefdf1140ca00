import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { start } from './app/start.ts';
import './ui/tokens.css';
import './ui/base.css';

const root = document.getElementById('root');
if (root) {
  const { world, stage } = await start();
  createRoot(root).render(<App world={world} stage={stage} />);
}
