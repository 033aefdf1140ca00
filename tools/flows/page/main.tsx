import { createRoot } from 'react-dom/client';
import '#ui/tokens.css';
import '#ui/face.css';
import '#ui/typeface.css';
import '#ui/base.css';
import { FlowMap } from './FlowMap.tsx';
import './FlowMap.css';

const root = document.getElementById('root');
if (root) createRoot(root).render(<FlowMap />);
