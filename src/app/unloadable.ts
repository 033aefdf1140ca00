import '#ui/Button.css';
import './unloadable.css';

/**
 * What the page is made of could not be fetched, its words perhaps. The page itself brings what to say then, in
 * its own language (tools/prerender.ts), so that nobody is left before a white or a dead one.
 */
export function showUnloadable(root: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>('#unloadable');
  if (!template) return;
  root.replaceChildren(template.content.cloneNode(true));
  root.querySelector('a')?.setAttribute('href', location.href);
}
