import { onTestFinished } from 'vitest';
import { type AnyActorRef, type AnyStateMachine, createActor, fromCallback, fromPromise } from 'xstate';
import { accountMachine } from '#machines/registration/account.machine.ts';
import { arrivalMachine } from '#machines/registration/arrival.machine.ts';
import { bankCheckMachine } from '#machines/registration/bankCheck.machine.ts';
import { billingMachine } from '#machines/registration/billing.machine.ts';
import { numberPickerMachine } from '#machines/registration/numberPicker.machine.ts';
import { planMachine } from '#machines/registration/plan.machine.ts';
import { progressWatchMachine } from '#machines/registration/progressWatch.machine.ts';
import { registrationMachine } from '#machines/registration/registration.machine.ts';
import { verificationMachine } from '#machines/registration/verification.machine.ts';
import type { WizardInput } from '#machines/registration/wizard.ts';

/** The scripted actors behind the ports: an answer by the port's name, immediate or as a promise. */
export type Answers = Record<string, (input: never) => unknown>;

/** A request or an effect of the wizard or a child flow. */
type Note = [name: string, what: unknown];

/** Lets all settled answers arrive. */
export const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Waits until the condition is true; throws after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !holds(); await new Promise((resolve) => setTimeout(resolve, 5)))
    if (Date.now() > end) throw new Error('The condition did not become true.');
}

/** The wizard with all its real child flows; everything outside is scripted and recorded. */
export function startWizard(input: WizardInput, answers: Answers) {
  const notes: Note[] = [];
  const surrounded = <M extends AnyStateMachine>(machine: M, children: Record<string, AnyStateMachine> = {}): M => {
    const { actors, actions } = machine.implementations;
    const ports = Object.keys(actors).filter((name) => !(name in children));
    const effects = Object.entries(actions)
      .filter(([, action]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => name);
    return machine.provide({
      actors: { ...Object.fromEntries(ports.map((name) => [name, port(name)])), ...children },
      actions: Object.fromEntries(
        effects.map((name) => [name, (_: unknown, what: unknown) => notes.push([name, what])]),
      ),
    } as never) as M;
  };
  const port = (name: string) =>
    subscriptions.has(name)
      ? fromCallback(({ sendBack }) => {
          if (name === 'clock') sendBack({ type: 'TIME_PASSED', now: Date.parse('2025-03-05T12:00:00Z') });
        })
      : fromPromise(async ({ input }) => {
          notes.push([name, input]);
          const answer = answers[name];
          if (!answer) throw new Error(`No answer is scripted for "${name}"`);
          return answer(input as never);
        });

  const wizard = createActor(
    surrounded(registrationMachine, {
      arrival: surrounded(arrivalMachine),
      account: surrounded(accountMachine),
      verification: surrounded(verificationMachine, { progressWatch: surrounded(progressWatchMachine) }),
      plan: surrounded(planMachine, { numberPicker: surrounded(numberPickerMachine) }),
      billing: surrounded(billingMachine, { progressWatch: surrounded(progressWatchMachine) }),
      bankCheck: surrounded(bankCheckMachine, { progressWatch: surrounded(progressWatchMachine) }),
    }).provide({ delays: { successRead: 0 } }),
    { input },
  ).start();
  onTestFinished(() => void wizard.stop());

  return {
    wizard,
    notes,
    /** The flow of a step, while it runs. */
    child: (...path: string[]) =>
      path.reduce<AnyActorRef>((actor, name) => {
        const child: AnyActorRef | undefined = actor.getSnapshot().children[name];
        if (!child) throw new Error(`"${name}" does not run in ${JSON.stringify(wizard.getSnapshot().value)}`);
        return child;
      }, wizard),
    /** The requests and effects with these names. */
    all: (...names: string[]) => notes.filter(([name]) => names.includes(name)),
    last: (name: string) => notes.findLast(([one]) => one === name)?.[1],
  };
}

const subscriptions = new Set(['clock', 'bankAnswered', 'backPressed', 'returns']);
