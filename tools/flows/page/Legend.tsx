import './Legend.css';

/** The meaning of marks in a drawing, by their CSS class. */
const marks = [
  ['start', 'the initial state'],
  ['state', 'a state: its name, and tags that screens read'],
  ['final', 'a final state: what has happened'],
  ['any', 'any active state of the group'],
  ['invoke', 'an actor, a port or another flow, that runs while the state is active'],
  ['active', 'an active state'],
  ['taken', 'the transition that was taken last'],
  ['refused', 'a transition whose guard failed'],
  ['found', 'matches the search'],
  ['selected', 'selected: its details are on the right'],
  ['fully', 'tests have taken it and failed its guard'],
  ['partly', 'tests have taken it, but never failed its guard'],
  ['not', 'no test has taken it'],
] as const;

/** Explains the marks and colours of a drawing, and the keys of the canvas. */
export function Legend() {
  return (
    <details className="legend">
      <summary>Legend and keys</summary>
      <p>
        <strong>EVENT</strong> <em>[guard]</em> → target <span className="soft">/ actions</span>
      </p>
      <dl>
        {marks.map(([mark, meaning]) => (
          <div key={mark}>
            <dt>
              <span className={`legend-${mark}`}>{mark === 'invoke' ? 'invoke' : ''}</span>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        In the drawing: arrow keys move it, <kbd>+</kbd> and <kbd>−</kbd> zoom, <kbd>0</kbd> shows all; with the mouse,
        drag, and Ctrl with the wheel. Tab goes from state to state, Enter chooses.
      </p>
    </details>
  );
}
