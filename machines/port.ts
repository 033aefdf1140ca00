import { fromPromise } from 'xstate';

/**
 * A question that a flow asks the outside world. The app (or a test) provides who answers;
 * a forgotten door shouts. Answers reject with `Failure` only.
 */
export const asks = <Answer, Question = void>(name: string) =>
  fromPromise<Answer, Question>(() => Promise.reject(new Error(`Nobody answers "${name}"`)));

/** Something that a flow tells the outside world. */
export const tells =
  <Params = undefined>(name: string) =>
  (_: unknown, _params: Params): void => {
    throw new Error(`Nobody listens to "${name}"`);
  };
