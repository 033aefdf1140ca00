import './Legend.css';

/** The meaning of marks in a drawing, by their CSS class. */
const marks = [
  ['start', 'begins here'],
  ['state', 'a state: its name, and tags by which screens know it'],
  ['final', 'a final state: what has happened'],
  ['any', 'whatever state is on inside the group'],
  ['asks', 'asks the outside, or another flow, for as long as the state is on'],
  ['active', 'the flow is here'],
  ['taken', 'the arrow that was taken last'],
  ['refused', 'an arrow whose guard said no'],
  ['found', 'was searched for'],
  ['selected', 'was chosen: told on the right'],
  ['fully', 'tests have taken it, and seen its guard refuse'],
  ['partly', 'tests have taken it; its guard never refused'],
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
              <span className={`legend-${mark}`}>{mark === 'asks' ? 'asks' : ''}</span>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        On the sheet: arrow keys move it, <kbd>+</kbd> and <kbd>−</kbd> zoom, <kbd>0</kbd> shows all; with the mouse,
        drag, and Ctrl with the wheel. Tab goes from state to state, Enter chooses.
      </p>
    </details>
  );
}
