import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/**
 * One row of the call table (§7): where it goes, what it carries, what each status means.
 * `query` and `body` are checked by the server; `answers` by the client, status by status.
 */
export type Call = {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Path under the base of the API; `:name` marks a parameter. */
  readonly path: `/${string}`;
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  readonly answers: { readonly [status: number]: GenericSchema };
  /** §7 names no status for what this row answers: any 2xx that is not named reads like 200. */
  readonly anySuccess?: true;
  /** Asks for `Authorization: Bearer <user_token>`. */
  readonly session?: true;
};

/** Keeps the literal types of a row. */
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

/** What the client sends: parameters, query and body as the row names them. */
export type CallInput<C extends Call> = Params<C> & Query<C> & Body<C>;

type CheckedQuery<C extends Call> = C['query'] extends GenericSchema ? { query: InferOutput<C['query']> } : unknown;
type CheckedBody<C extends Call> = C['body'] extends GenericSchema ? { body: InferOutput<C['body']> } : unknown;

/** What the server's handler meets: the same, after the schemas. */
export type ParsedCallInput<C extends Call> = Params<C> & CheckedQuery<C> & CheckedBody<C>;

/** A checked answer: one member for each status of the row. */
export type CallOutput<C extends Call> = {
  [Status in keyof C['answers'] & number]: { status: Status; data: InferOutput<C['answers'][Status]> };
}[keyof C['answers'] & number];
