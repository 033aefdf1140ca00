/** Layout of the inbox: two columns where there is room. */
export const inboxStyle = `
.mailbox { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--space-5); margin-top: var(--space-5); }
.mailbox form { margin: 0; }
.mails > form + p, .mails ol { margin: var(--space-3) 0 0; }
.mails ol { padding: 0; list-style: none; border-top: 1px solid var(--hairline); }
.mails li { border-bottom: 1px solid var(--hairline); }
.mails article > a { display: grid; padding: var(--space-3) var(--space-4); border-inline-start: 3px solid transparent; color: inherit; text-decoration: none; }
@media (hover: hover) {
  .mails article > a:hover { background: var(--sheet); }
  .mails article > a:hover strong { text-decoration: underline; }
}
.mails .code { margin: var(--space-1) 0 0; line-height: 1.2; }
.arrived { display: block; padding: var(--space-3) var(--space-4); background: var(--accent-wash); font-weight: var(--weight-strong); }
.arrived[hidden] { display: none; }
button.delete { min-height: 2.75rem; padding: var(--space-1) var(--space-2); border-color: transparent; background: none; color: var(--stop); text-decoration: underline; text-underline-offset: 0.2em; justify-self: start; }
@media (hover: hover) { button.delete:hover { border-color: var(--stop); } }
.mails > form:last-child { margin-top: var(--space-3); padding-inline-start: calc(3px + var(--space-2)); }
.mail { min-width: 0; padding: var(--space-4); background: var(--sheet); border: 1px solid var(--hairline); border-radius: var(--radius); }
.mail h2 { margin: 0; }
.mail > p { margin: var(--space-1) 0 0; }
.mail .back { margin: 0 0 var(--space-3); }
.tools { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: var(--space-2) var(--space-4); margin-top: var(--space-3); }
.views { display: flex; margin: 0; border: 1px solid var(--edge); border-radius: var(--radius); overflow: hidden; }
.views a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 var(--space-4); color: inherit; text-decoration: none; }
@media (hover: hover) { .views a:hover { text-decoration: underline; } }
.views a[aria-current] { background: var(--accent); color: var(--accent-ink); font-weight: var(--weight-strong); }
.mail iframe { width: 100%; height: max(30rem, 60vh); margin: var(--space-4) 0 0; border: 1px solid var(--hairline); border-radius: var(--radius); background: var(--paper); }
.mail .text { margin-top: var(--space-4); padding-top: var(--space-1); border-top: 1px solid var(--hairline); }
@media (max-width: 55.99rem) {
  .mails article > a { padding-inline: 0; border-inline-start: 0; }
  .mails > form:last-child { padding-inline-start: 0; margin-inline-start: calc(-1 * var(--space-2)); }
  .tools button.delete { margin-inline-start: calc(-1 * var(--space-2)); }
  .mail { padding: 0; border: 0; background: none; }
  .mailbox:not(.is-chosen) .mail, .mailbox.is-chosen .mails { display: none; }
}
@media (min-width: 56rem) {
  .mailbox { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); align-items: start; }
  .mail { padding: var(--space-5); }
  .mail .back { display: none; }
  .mails article > a[aria-current] { border-inline-start-color: var(--accent); background: var(--sheet); }
}
@media (forced-colors: active) {
  .mails article > a { border-inline-start-color: Canvas; }
  .mails article > a[aria-current] { border-inline-start-color: Highlight; }
  .views a[aria-current] { forced-color-adjust: none; background: Highlight; color: HighlightText; }
}
`;

/** Shows the link to new mails as soon as one has arrived; in a tab that was in the background, the mails themselves. */
export const inboxScript = `const arrived = document.querySelector('.arrived');
const look = async () => {
  const answer = await fetch('/inbox/newest');
  if (!answer.ok || (await answer.text()) === arrived.dataset.newest) return;
  const isIdle = document.activeElement === document.body && !document.querySelector('.is-chosen');
  if (document.hidden || isIdle) location.reload();
  else arrived.hidden = false;
};
const tryToLook = () => look().catch(() => {});
setInterval(tryToLook, 3000);
document.addEventListener('visibilitychange', () => document.hidden || tryToLook());`;
