/** §3: one error of a refused call; `field` is empty when it belongs to no field. */
export type ErrorItem = { code: string; field: string; message: string };

/**
 * What kept a call from its answer: nobody answered, a gateway answered for a server that could not, the answer could
 * not be read, the server refused, or it was not asked because the browser could not keep the answer.
 */
export type FailureKind = 'unreachable' | 'unavailable' | 'unreadable' | 'refused' | 'cookiesNeeded';

/**
 * The one error type behind the border of the API client: every promise actor rejects with it.
 * `message` is the server's own text (may be empty); `retryAfter` is in seconds (429, 503).
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  readonly retryAfter: number | null;

  constructor(
    kind: FailureKind,
    details: { status?: number; message?: string; errors?: readonly ErrorItem[]; retryAfter?: number | null } = {},
  ) {
    super(details.message ?? '');
    this.name = 'Failure';
    this.kind = kind;
    this.status = details.status ?? 0;
    this.errors = details.errors ?? [];
    this.retryAfter = details.retryAfter ?? null;
  }

  /** Whether one of its error items carries this code (decisions, wire table: AU1001 …). */
  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

/** Any thrown thing as a Failure, so that machines meet one type only. */
export const asFailure = (error: unknown): Failure => (error instanceof Failure ? error : new Failure('unreachable'));
