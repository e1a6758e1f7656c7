export { bounds } from './bounds.ts';
export { type CheckOptions, checkNative, type NativeCheck, openNative } from './engines/native/check.ts';
export type { ProcessEngine } from './engines/process-engine.ts';
export { type ConfiguredRunner, type EngineState, openRunnerFrom, type RunnerFromOptions } from './open-runner-from.ts';
export type { Owner, QueueLimits } from './pool/fair-queue.ts';
export { type Outcome, openRunner, type Refusal, type Runner, type RunnerMetrics, type RunnerOptions } from './pool/open-runner.ts';
export {
  type End,
  ends,
  type Language,
  type Limits,
  languages,
  type Offer,
  type Plain,
  type Program,
  type Rows,
  type Run,
  type Task,
} from './program.ts';
export { type RunnerSetting, readRunnerSetting, runnerSettings } from './runner-setting.ts';
