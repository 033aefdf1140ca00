import { useEffect, useState } from 'react';

const places = {
  '/login/': 'Login',
  '/signup/': 'Sign-up',
  '/recover-password/': 'Recovery',
  '/one-time-login/': 'New password',
  '/app/': 'Dashboard',
} as const;

/** The app in a frame as wide as a phone, or in a separate window. */
export function AppFrame() {
  const [place, go] = useState('/login/');
  const [turn, setTurn] = useState(0);
  const [isThere, setIsThere] = useState<boolean | null>(null);
  useEffect(() => {
    fetch('/healthz').then(
      async (answer) => setIsThere(answer.ok && (await answer.text()) === 'ok'),
      () => setIsThere(false),
    );
  }, []);
  if (isThere === null) return <p className="map-wait">Looking for the app …</p>;
  if (!isThere) {
    return (
      <p className="map-wait" role="status">
        The app does not run here. Start it by <code>npm start</code> or <code>npm run dev</code> and open its{' '}
        <code>/flows/</code>.
      </p>
    );
  }
  return (
    <section className="live-app" aria-label="App">
      <div className="live-place">
        <label className="map-select">
          <span>Page</span>
          <select value={place} onChange={({ target }) => go(target.value)}>
            {Object.entries(places).map(([path, name]) => (
              <option key={path} value={path}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="map-button" onClick={() => setTurn(turn + 1)}>
          Reload
        </button>
        <button type="button" className="map-button" onClick={() => window.open(place, 'app')}>
          Open in a window
        </button>
      </div>
      <iframe key={`${place} ${turn}`} title="The app" src={place} />
    </section>
  );
}
