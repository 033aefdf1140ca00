import type { Failure } from '#domain/failure.ts';

/** What a call was refused with; a call that is not refused fails the test. */
export const failureOf = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => {
      throw new Error('The call was not refused.');
    },
    (failure: Failure) => failure,
  );

/** Status and first code of a refusal. */
export async function codesOf(call: Promise<unknown>): Promise<[status: number, code: string | undefined]> {
  const { status, errors } = await failureOf(call);
  return [status, errors[0]?.code];
}

/** Status, field and code of a refusal that belongs to a field. */
export async function fieldOf(
  call: Promise<unknown>,
): Promise<[status: number, field: string | undefined, code: string | undefined]> {
  const { status, errors } = await failureOf(call);
  return [status, errors[0]?.field, errors[0]?.code];
}
