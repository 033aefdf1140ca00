/** An answer of the server by its own clock (whole seconds) and the device's; all in ms since the epoch. */
export type TimedAnswer = {
  date: number;
  sentAt: number;
  receivedAt: number;
  /** No cache can have kept it. */
  isFresh: boolean;
};

/** The Date header counts whole seconds. */
const SECOND = 1000;

/**
 * How far the server's clock is ahead of the device's, once another answer has come. As long as the answers agree with
 * the offset it stays, so that a right clock keeps 0. An answer that a cache may have kept tells only how late it is at
 * least.
 */
export function offsetAfter(offset: number, { date, sentAt, receivedAt, isFresh }: TimedAnswer): number {
  const least = date - receivedAt;
  const most = isFresh ? date + SECOND - sentAt : Number.POSITIVE_INFINITY;
  return offset < least || offset > most ? least : offset;
}
