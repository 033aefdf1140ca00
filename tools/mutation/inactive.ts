import { inject } from 'vitest';

/*
 * A kept thread still has the mutant of its last run while the next test file loads; StrykerJS activates the new one
 * before the first test.
 */
const namespace = inject('globalNamespace' as never) as string;
const activation = inject('mutantActivation' as never) as string | undefined;
const state = (globalThis as unknown as Record<string, { activeMutant?: string | undefined } | undefined>)[namespace];
if (state && activation !== 'static') state.activeMutant = undefined;
