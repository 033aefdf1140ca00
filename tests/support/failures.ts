import type { Failure } from '#domain/failure.ts';

/** The failure of a call; a call that succeeds fails the test. */
export const failureOf = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => {
      throw new Error('The call was not refused.');
    },
    (failure: Failure) => failure,
  );

/** Status and first code of an error. */
export async function codesOf(call: Promise<unknown>): Promise<[status: number, code: string | undefined]> {
  const { status, errors } = await failureOf(call);
  return [status, errors[0]?.code];
}

/** Status, field and code of a field error. */
export async function fieldOf(
  call: Promise<unknown>,
): Promise<[status: number, field: string | undefined, code: string | undefined]> {
  const { status, errors } = await failureOf(call);
  return [status, errors[0]?.field, errors[0]?.code];
}
