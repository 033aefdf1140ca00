import * as v from 'valibot';
import { type CallName, calls } from '#contract/calls.ts';
import type { Navigation } from './navigation.ts';
import type { PageReload } from './pageReload.ts';

/** What the server has made of a submission is read by its token after the reload. */
const submissions: readonly CallName[] = ['createRegistration', 'updateRegistration'];

const Tokened = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

/**
 * An answer of a shape that this build does not know may come from a newer server: then the page is loaded anew. Not
 * for a change that nothing tells of afterwards, above all a login, whose one time may be spent: there words say so.
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
