import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/** Props of every screen: the state that it renders, and the function that sends events. */
export type ScreenProps<Machine extends AnyStateMachine> = {
  state: SnapshotFrom<Machine>;
  send: (event: EventFromLogic<Machine>) => void;
};
