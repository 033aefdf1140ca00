import { readLanguage } from '#domain/locale.ts';
import { INNER_BANK_HOST } from '../http/hosts.ts';
import type { App } from '../http/serve.ts';
import { visitorLanguage } from '../http/visitorLanguage.ts';
import type { ServerContext } from '../platform/context.ts';
import { logError } from '../platform/log.ts';
import { settleBankAttempt } from '../registration/payment.ts';
import { devicePage, stepPage, windowPage } from './challengePages.ts';
import {
  donePage,
  framingPage,
  noticePage,
  questionPage,
  type Surroundings,
  unknownPage,
  waitPage,
} from './checkPages.ts';
import { NOTICE_PATH } from './notice.ts';
import { CHECK_PATH, type CheckResult, type TestBank } from './testBank.ts';

const results: readonly CheckResult[] = ['approved', 'declined', 'cancelled'];

/**
 * The pages of the local test bank, on the bank's own origin: the 3-D Secure check (§4) and a hosted page. Only the app
 * may frame them, and the completion message is posted to the app's origin only. The server records the result before
 * that, because the visitor may have left.
 */
export function mountBank(app: App, context: ServerContext, bank: TestBank): void {
  const { bankUrl, publicUrl, settings } = context.config;
  const inApp: Surroundings = { framedBy: [publicUrl], target: publicUrl };
  const innerUrl = bankUrl.replace('127.0.0.1', INNER_BANK_HOST);
  const inBank: Surroundings = { framedBy: [bankUrl, publicUrl], target: bankUrl };
  const inWindow: Surroundings = { framedBy: [], target: bankUrl, isWindow: true };

  const recordResult = (attempt: string) =>
    settleBankAttempt(context, attempt).catch((error) => logError('result of a bank check not recorded', error));

  for (const [path, around] of [
    [`${CHECK_PATH}/:id`, inApp],
    [`${CHECK_PATH}/:id/inner`, inBank],
    [`${CHECK_PATH}/:id/window`, inWindow],
  ] as const) {
    app.get(path, async (c) => {
      const id = c.req.param('id');
      const check = await bank.readCheck(id);
      if (!check) return unknownPage(visitorLanguage(c, context.config), around.framedBy);
      if (check.isOver) return donePage(check, around);
      switch (check.behaviour) {
        case 'neverAnswers':
          await untilLeft(c.req.raw.signal, settings.bankDeadlineSeconds);
          return waitPage(check, around);
        case 'neverEnds':
          return waitPage(check, around);
        case 'refusesFraming':
          return questionPage(check, settings.brand.name, { ...around, framedBy: [] });
        case 'challengesInFrame':
          if (around === inApp) return framingPage(check, `${innerUrl}${CHECK_PATH}/${id}/inner`, around);
          break;
        case 'challengesByDevice':
          if (around === inApp) return framingPage(check, `${innerUrl}${CHECK_PATH}/${id}/inner`, around);
          return devicePage(check, settings.brand.name, around);
        case 'challengesInPages': {
          const page = Number(c.req.query('page') ?? 1);
          if (page < 3) return stepPage(check, page, around);
          break;
        }
        case 'challengesInWindow':
          if (around === inApp) return windowPage(check, `${bankUrl}${CHECK_PATH}/${id}/window`, around);
      }
      return questionPage(check, settings.brand.name, around);
    });

    app.post(path, async (c) => {
      const id = c.req.param('id');
      const check = await bank.readCheck(id);
      if (!check) return unknownPage(visitorLanguage(c, context.config), around.framedBy);
      const { result }: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
      const chosen = results.find((known) => known === result);
      if (!chosen) return questionPage(check, settings.brand.name, around);
      const isOver = !(await bank.endCheck(id, chosen));
      await recordResult(check.attempt);
      return donePage({ ...check, isOver }, around);
    });
  }

  app.get(NOTICE_PATH, (c) =>
    noticePage(readLanguage(c.req.query('l'), true) ?? visitorLanguage(c, context.config), inApp),
  );
}

/** Resolves when the visitor disconnects or the bank's deadline passes. */
const untilLeft = (signal: AbortSignal, seconds: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    timer.unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
