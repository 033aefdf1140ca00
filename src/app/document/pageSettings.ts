import * as v from 'valibot';
import { Settings } from '#contract/settings.ts';
import { settings as builtIn } from '#settings';

const WrittenSettings = v.pipe(v.string(), v.parseJson(), Settings);

/** The settings that the server wrote into the page; the built-in ones if there are none or they are invalid. */
export function pageSettings(page: Document): Settings {
  const { success, output } = v.safeParse(WrittenSettings, page.getElementById('settings')?.textContent);
  return success ? output : builtIn;
}
