/**
 * The time of a server's answer by the server's clock (whole seconds) and by the device's; all in ms since the epoch.
 */
export type TimedAnswer = {
  date: number;
  sentAt: number;
  receivedAt: number;
  /** No cache can have stored it. */
  isFresh: boolean;
};

/** The Date header has a resolution of one second. */
const SECOND = 1000;

/**
 * The lead of the server's clock over the device's after an answer. The offset is kept as long as answers agree with
 * it, so that a correct clock keeps 0. An answer that a cache may have stored gives only a lower bound.
 */
export function offsetAfter(offset: number, { date, sentAt, receivedAt, isFresh }: TimedAnswer): number {
  const min = date - receivedAt;
  const max = isFresh ? date + SECOND - sentAt : Number.POSITIVE_INFINITY;
  return offset < min || offset > max ? min : offset;
}
