import * as v from 'valibot';
import { Settings } from '#contract/settings.ts';
import { settings as builtIn } from '#settings';

/** The settings that the server wrote into the page; the built-in ones if there are none or they are invalid. */
export function pageSettings(page: Document): Settings {
  try {
    const read = v.safeParse(Settings, JSON.parse(page.getElementById('settings')?.textContent ?? ''));
    return read.success ? read.output : builtIn;
  } catch {
    return builtIn;
  }
}
