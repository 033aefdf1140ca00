import { faceStyle, tokenDeclarations } from '../platform/designTokens.ts';

/**
 * The style of the server's own pages, on the tokens of the app. A low window, such as the frame of a bank on a page at
 * 200 %, shows the answers without scrolling.
 */
export const pageStyle = `
:root { ${tokenDeclarations} --gutter: clamp(var(--space-4), 4vw, var(--space-7)); }
${faceStyle}* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: var(--text-body) / var(--line-height) var(--face); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
main { max-width: calc(var(--column) + 2 * var(--gutter)); margin: 0 auto; padding: var(--space-5) var(--gutter); }
main:has(> .hidden + iframe) { padding-top: 0; }
main.wide { max-width: calc(61rem + 2 * var(--gutter)); }
h1 { margin: 0 0 var(--space-4); font-size: var(--text-title); line-height: 1.2; }
h1, h2 { font-family: var(--face-display); font-weight: var(--weight-strong); letter-spacing: -0.01em; word-spacing: 0.06em; text-wrap: balance; }
h2 { margin: var(--space-6) 0 0; font-size: var(--text-lead); line-height: 1.3; }
h3 { margin: var(--space-5) 0 0; font-size: 1rem; }
p { margin: var(--space-3) 0 0; }
h1 + p { margin-top: 0; }
small, .soft { color: var(--ink-soft); }
small { font-size: var(--text-small); }
a { color: var(--accent); text-underline-offset: 0.2em; }
@media (hover: hover) { a:hover { color: var(--accent-strong); } }
header { padding: var(--space-3) var(--gutter); border-top: 3px solid var(--ink); border-bottom: 1px solid var(--hairline); }
a.brand { display: inline-flex; align-items: center; gap: var(--space-2); min-height: 2.75rem; color: inherit; font: 700 1.375rem / 1.2 var(--face-display); letter-spacing: -0.02em; text-decoration: none; }
a.brand img { display: block; width: auto; max-width: 12rem; height: 2rem; }
.code { margin: var(--space-2) 0; font-size: var(--text-code); font-weight: var(--weight-strong); letter-spacing: 0.12em; font-variant-numeric: tabular-nums lining-nums; }
pre { margin: var(--space-2) 0 0; padding: var(--space-3) var(--space-4); background: var(--sheet); border: 1px solid var(--hairline); border-radius: var(--radius); font-size: var(--text-small); white-space: pre-wrap; }
dl { margin: var(--space-4) 0; border-top: 1px solid var(--hairline); }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--space-4); padding: var(--space-2) 0; border-bottom: 1px solid var(--hairline); }
dt { color: var(--ink-soft); }
dd { margin: 0; font-variant-numeric: tabular-nums lining-nums; }
form { display: grid; gap: var(--space-3); margin: var(--space-5) 0 0; }
button, .ways a { min-height: var(--field-height); padding: var(--space-2) var(--space-4); border: 1px solid var(--edge); border-radius: var(--radius); background: var(--sheet); color: inherit; font: inherit; text-align: start; cursor: pointer; touch-action: manipulation; }
@media (hover: hover) { button:hover, .ways a:hover { border-color: var(--ink); } }
button.go, .ways a.go { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
@media (hover: hover) { button.go:hover, .ways a.go:hover { border-color: var(--accent-strong); background: var(--accent-strong); } }
button:disabled, button.go:disabled { border-color: transparent; background: var(--hairline); color: var(--ink-soft); cursor: not-allowed; }
button.plain { text-align: center; text-wrap: balance; font-weight: var(--weight-strong); }
button small { display: block; }
.ways { display: flex; flex-wrap: wrap; gap: var(--space-3); margin-top: var(--space-5); }
.ways a { display: inline-flex; align-items: center; font-weight: var(--weight-strong); text-decoration: none; }
label { display: grid; gap: var(--space-1); font-weight: var(--weight-strong); }
label.tick { grid-template-columns: 1.5rem 1fr; column-gap: var(--space-3); align-items: center; min-height: 2.75rem; font-weight: inherit; }
input:not([type='checkbox']) { width: 100%; min-height: var(--field-height); padding: var(--space-2) var(--space-3); border: 1px solid var(--edge); border-bottom-width: 2px; border-radius: var(--radius); background: var(--sheet); color: inherit; font: inherit; font-weight: 400; }
::placeholder { color: var(--ink-soft); opacity: 1; }
input[type='checkbox'] { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
iframe { display: block; width: calc(100% + 2 * var(--gutter)); height: max(28rem, calc(100vh - 5rem)); margin: 0 calc(-1 * var(--gutter)); border: 0; }
:focus-visible { outline: var(--focus-width) solid var(--focus); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-height: 20rem) {
  main { padding-block: var(--space-3); }
  h1 { margin-bottom: var(--space-2); font-size: var(--text-lead); }
  dl { margin: var(--space-2) 0; }
  dl > div { padding: 0; border-bottom: 0; }
  form { grid-auto-flow: column; margin-top: var(--space-3); }
}
@media (min-width: 48rem) {
  main.card:not(:has(> iframe)) { max-width: calc(var(--column) + 2 * var(--space-7)); margin-top: var(--space-8); padding: var(--space-6) var(--space-7) var(--space-7); background: var(--sheet); border: 1px solid var(--hairline); border-top: 3px solid var(--ink); border-radius: var(--radius); box-shadow: var(--shadow); }
}
`;
