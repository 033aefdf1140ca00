import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/** What every screen takes: the state that it draws and the function that sends it events. */
export type ScreenProps<Machine extends AnyStateMachine> = {
  state: SnapshotFrom<Machine>;
  send: (event: EventFromLogic<Machine>) => void;
};
