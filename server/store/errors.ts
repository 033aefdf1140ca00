/** The data folder cannot be used. The message is one sentence for the operator. */
export class StoreUnusable extends Error {}

/** A database file without the write-ahead file that completes it. */
export class StoreIncomplete extends StoreUnusable {}

/** The database cannot work at the moment; the reason is for the operator. The client may retry. */
export class StoreUnavailable extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
