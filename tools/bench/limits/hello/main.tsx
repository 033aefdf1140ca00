import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import './hello.css';

/** The least that React needs for a form with one controlled field. */
function Hello() {
  const [email, setEmail] = useState('');
  return (
    <main>
      <h1>Log in</h1>
      <form>
        <label>
          Email <input type="email" value={email} onChange={({ target }) => setEmail(target.value)} />
        </label>
        <button type="submit">Log in</button>
      </form>
    </main>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Hello />);
