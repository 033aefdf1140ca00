import type {
  ActionArgs,
  AnyStateMachine,
  EventObject,
  MachineContext,
  ParameterizedObject,
  ProvidedActor,
  StateMachine,
} from 'xstate';
import type { EffectMark } from '#machines/port.ts';

declare const mark: unique symbol;
/** A machine whose ports are all provided, and those of its child flows. */
type Provided<Machine> = Machine & { readonly [mark]: true };

/** Requests, subscriptions and child flows of a machine, by name. */
type ActorPorts<Actor extends ProvidedActor> = {
  [A in Actor as A['src']]: A['logic'] extends AnyStateMachine ? Provided<A['logic']> : A['logic'];
};

/** Whether an action with these parameters is an effect. An action without parameters takes any, a symbol too. */
type IsEffect<Params> = symbol extends Params ? false : EffectMark extends Params ? true : false;

/** The effects of a machine, by name; its other actions only change its context. */
type EffectPorts<Context extends MachineContext, Event extends EventObject, Action extends ParameterizedObject> = {
  [A in Action as IsEffect<A['params']> extends true ? A['type'] : never]: (
    args: ActionArgs<Context, Event, Event>,
    params: Exclude<A['params'], EffectMark>,
  ) => void;
};

/** Without the kinds of ports that a machine does not have. */
type NonEmpty<Kinds> = { [Kind in keyof Kinds as keyof Kinds[Kind] extends never ? never : Kind]: Kinds[Kind] };

/** All ports of a machine. */
type Ports<Machine> =
  Machine extends StateMachine<
    infer Context,
    infer Event,
    infer _Children,
    infer Actor,
    infer Action,
    infer _Guard,
    infer _Delay,
    infer _State,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema,
    infer _TransitionMeta
  >
    ? NonEmpty<{ actors: ActorPorts<Actor>; actions: EffectPorts<Context, Event, Action> }>
    : never;

/** XState's `provide`, except that a port that is left out is a type error. */
export const provideAll = <Machine extends AnyStateMachine>(machine: Machine, ports: Ports<Machine>) =>
  machine.provide(ports as Parameters<Machine['provide']>[0]) as Provided<Machine>;
