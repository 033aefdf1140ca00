/** §3: one error of a rejected call; `field` is empty if it belongs to no field. */
export type ErrorItem = { code: string; field: string; message: string };

/**
 * Why a call failed: there was no answer, a gateway answered for an unavailable server, the answer could not be read,
 * the server rejected the request, or it was not sent because the browser cannot store the answer.
 */
export type FailureKind = 'unreachable' | 'unavailable' | 'unreadable' | 'rejected' | 'cookiesNeeded';

/**
 * The one error type of the API client: every promise actor rejects with it. `message` is the server's own text (may be
 * empty); `retryAfter` is in seconds (429, 503).
 */
export class Failure extends Error {
  readonly kind: FailureKind;
  /** HTTP status; 0 if there was no answer. */
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

  /** Whether one of the error items has this code (`errorCodes` in `src/contract/errors.ts`). */
  has(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

/** Too early, or too often: the same request may be accepted later. */
export const isNotNow = (status: number): boolean => [408, 425, 429].includes(status);

/**
 * Whether the server has decided on the request, and would decide the same again. An error of its own (5xx) and a
 * request to come back later decide nothing, also not about an earlier attempt whose answer was lost.
 */
export const isFinal = ({ kind, status }: Failure): boolean => kind === 'rejected' && status < 500 && !isNotNow(status);

/** Any thrown value as a Failure, so that machines handle a single type. */
export const asFailure = (error: unknown): Failure => (error instanceof Failure ? error : new Failure('unreachable'));
