import { ConfigError } from '#server/platform/environment.ts';

/** The arguments of an npm script that fit it; wrong ones end it with the right usage and exit code 2. */
export function argumentsOf(usage: string, doFit: (words: readonly string[]) => boolean): readonly string[] {
  const words = process.argv.slice(2);
  if (doFit(words)) return words;
  console.error(`Usage: ${usage}`);
  process.exit(2);
}

/** For a script that takes none. */
export const none = (words: readonly string[]): boolean => words.length === 0;

/** For a script that takes at most so many whole numbers above 0. */
export const counts =
  (most: number) =>
  (words: readonly string[]): boolean =>
    words.length <= most && words.every((word) => /^[1-9]\d{0,8}$/.test(word));

/** What a wrong setting of the operator may prevent: that is printed as one sentence, with exit code 1. */
export function orSentence<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Why a request has no answer: `fetch` itself only says that it has failed. */
export function whyNoAnswer(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
