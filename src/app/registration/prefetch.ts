type Load<Answer> = (signal: AbortSignal) => Promise<Answer>;

/**
 * A request that may be sent before it is needed. `load` takes the early answer, once; without one, or if it failed,
 * it sends the request.
 */
export function prefetching<Answer>(request: Load<Answer>): { prefetch: () => void; load: Load<Answer> } {
  let early: Promise<Answer> | null = null;
  return {
    prefetch: () => {
      const answer = request(new AbortController().signal);
      early = answer;
      answer.catch(() => {
        if (early === answer) early = null;
      });
    },
    load: (signal) => {
      const answer = early;
      early = null;
      return answer ?? request(signal);
    },
  };
}
