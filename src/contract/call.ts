import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/**
 * One row of the call table (§7): its path, its input, and the meaning of each status. `query` and `body` are validated
 * by the server; `answers` by the client, status by status.
 */
export type Call = {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path under the base of the API; `:name` marks a parameter. */
  readonly path: `/${string}`;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  readonly answers: { readonly [status: number]: GenericSchema };
  /** §7 names no status for this call: any 2xx that is not listed reads like 200. */
  readonly anySuccess?: true;
  /** Is sent to its end even if the page is closed meanwhile. */
  readonly outlastsPage?: true;
  /** Requires `Authorization: Bearer <user_token>`. */
  readonly session?: true;
};

/** Preserves the literal types of a row. */
export const call = <const C extends Call>(row: C) => row;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Params<C extends Call> = [ParamNames<C['path']>] extends [never]
  ? unknown
  : { params: Record<ParamNames<C['path']>, string> };
type Query<C extends Call> = C['query'] extends GenericSchema ? { query: InferInput<C['query']> } : unknown;
type Body<C extends Call> = C['body'] extends GenericSchema ? { body: InferInput<C['body']> } : unknown;

/** What the client sends: parameters, query and body as declared by the row. */
export type CallInput<C extends Call> = Params<C> & Query<C> & Body<C>;

type CheckedQuery<C extends Call> = C['query'] extends GenericSchema ? { query: InferOutput<C['query']> } : unknown;
type CheckedBody<C extends Call> = C['body'] extends GenericSchema ? { body: InferOutput<C['body']> } : unknown;

/** What the server's handler receives: the same, after validation. */
export type ParsedCallInput<C extends Call> = Params<C> & CheckedQuery<C> & CheckedBody<C>;

/** A validated answer: one member for each status of the row. */
export type CallOutput<C extends Call> = {
  [Status in keyof C['answers'] & number]: { status: Status; data: InferOutput<C['answers'][Status]> };
}[keyof C['answers'] & number];
