export * from 'xstate/graph';
export { type Branch, type Chart, chartOf, nameOf, refusalOf, stateNodesOf } from './branches.ts';
export { describePlan, stateText } from './describe.ts';
export type { ActorRequest, EffectCall, Effects, Timer } from './effects.ts';
export { exploreStates, type ReachableState } from './explore.ts';
export { compareGolden } from './golden.ts';
export { createHarness, type Harness, type HarnessOptions, type Pending } from './harness.ts';
export { activeNodes } from './internals.ts';
export { isPlainLiteral, lostInJson } from './literal.ts';
export type { ExploreOptions, Sample } from './options.ts';
export { afterEvent, doneEvent, errorEvent, type Outcome, readable, snapshotEvent } from './outcomes.ts';
export { type GoldenPath, type GoldenPlan, type GoldenStart, type GoldenStep, parsePlan } from './parsePlan.ts';
export { answer, isWaiting, pendingActor, reject } from './pendingActor.ts';
export { type Plain, plain } from './plain.ts';
export {
  type CoveragePlan,
  type PlannedPath,
  type PlannedStep,
  type PlanOptions,
  planCoverage,
  type Walk,
} from './plan.ts';
export { CoverageRecorder, type CoverageReport, type Share } from './recorder.ts';
export { replay } from './replay.ts';
export { deadEnds, type TotalityOptions, totality } from './totality.ts';
