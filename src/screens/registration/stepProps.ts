import type { AnyStateMachine } from 'xstate';
import type { Wizard } from '#machines/registration/wizard.ts';
import type { ScreenProps } from '../screenProps.ts';

/** Props of a step of the wizard: its own state, and the context of the wizard. */
export type StepProps<Machine extends AnyStateMachine> = ScreenProps<Machine> & { wizard: Wizard };
