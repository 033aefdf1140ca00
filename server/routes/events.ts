import { calls } from '#contract/calls.ts';
import { languageOfLocale } from '#domain/locale.ts';
import { recordEvent } from '../funnel/events.ts';
import { type App, answer, serve } from '../http/serve.ts';
import { byNetwork, countOrReject } from '../login/applyLimits.ts';
import { limits } from '../login/limits.ts';
import { type ServerContext, within } from '../platform/context.ts';

/** Additive: the first-party endpoint of the operator's analytics; pages send events only after consent. */
export function mountEvents(app: App, context: ServerContext): void {
  serve(app, calls.recordEvent, async ({ body }, requestContext) => {
    await countOrReject(context, byNetwork(context, limits.networkEvents, requestContext));
    const { regionalVariants } = context.config.settings;
    const language = languageOfLocale(requestContext.header('X-Language') ?? '', regionalVariants);
    return requestContext.commit(async (tx) => {
      await recordEvent(within(context, tx), body, language);
      return answer(202, {});
    });
  });
}
