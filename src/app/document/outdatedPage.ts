import * as v from 'valibot';
import { type CallName, calls } from '#contract/calls.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { PageReload } from './pageReload.ts';

/** Their result can be read after the reload, by the token of the registration. */
const submissions: readonly CallName[] = ['createRegistration', 'updateRegistration'];

const Tokened = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

/**
 * An answer of an unknown shape may come from a newer server: the page is then reloaded. Other changes are excluded,
 * because their result could not be read afterwards (a login may have used its one-time code): there an error is shown.
 * Returns whether the document is being left.
 */
export function reloadForAnswer(navigation: Pick<Navigation, 'amend'>, reload: PageReload) {
  return (name: CallName, body: unknown): boolean => {
    if (submissions.includes(name)) {
      const answer = v.safeParse(Tokened, body);
      if (answer.success) navigation.amend({ token: answer.output.token });
    } else if (calls[name].method !== 'get') return false;
    return reload('answer');
  };
}
