import '#ui/Button.css';
import './unloadable.css';

/**
 * The code or the messages of the page could not be fetched. The page itself contains the text for this case, in its
 * own language (tools/prerender.ts), so that it is never blank or unresponsive.
 */
export function showUnloadable(root: HTMLElement): void {
  const template = document.querySelector<HTMLTemplateElement>('#unloadable');
  if (!template) return;
  root.replaceChildren(template.content.cloneNode(true));
  root.querySelector('a')?.setAttribute('href', location.pathname + location.search);
}
