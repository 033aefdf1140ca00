import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { Actor, AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import type { Wizard } from '#machines/registration/wizard.ts';
import type { StepProps } from './stepProps.ts';

type Props<Machine extends AnyStateMachine> = {
  actor: AnyActorRef | undefined;
  screen: ComponentType<StepProps<Machine>>;
  wizard: Wizard;
};

/** Renders the flow of a step, while it runs. */
export const WizardStep = <Machine extends AnyStateMachine>({ actor, ...rest }: Props<Machine>) =>
  actor ? <Running<Machine> key={actor.sessionId} actor={actor as Actor<Machine>} {...rest} /> : null;

function Running<Machine extends AnyStateMachine>({
  actor,
  screen: Step,
  wizard,
}: Props<Machine> & { actor: Actor<Machine> }) {
  const state = useSelector(actor, (snapshot) => snapshot, isOver) as SnapshotFrom<Machine>;
  return <Step state={state} send={actor.send as (event: EventFromLogic<Machine>) => void} wizard={wizard} />;
}

/** A step that is over stays as it was until the next one is rendered. */
const isOver = (_: unknown, { status }: AnyMachineSnapshot) => status !== 'active';
