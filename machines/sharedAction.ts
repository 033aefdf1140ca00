import { assign, type EventObject, type MachineContext } from 'xstate';

/**
 * An action that changes a part of the context, for every flow that has this part. The type that XState gives to an
 * `assign` fits the context of one flow only.
 */
export const sharedAction = <Part extends MachineContext, Params = undefined>(
  changed: (part: Part, params: Params) => Partial<Part>,
) =>
  assign<Part, EventObject, Params, EventObject, never>(({ context }, params) => changed(context, params)) as (
    args: { context: Part },
    params: Params,
  ) => void;
