export { bounds } from './bounds.ts';
export { diagnose } from './diagnose.ts';
export type { EngineState } from './engine-state.ts';
export { type CheckOptions, checkNative, type NativeCheck, openNative } from './engines/native/check.ts';
export type { ProcessEngine } from './engines/process-engine.ts';
export { type Hub, type HubOptions, openHub } from './hub/open-hub.ts';
export { openSubmissions } from './hub/open-submissions.ts';
export { readHello, readReport, readRunnerId, readSubmission, runnerBodyLimits } from './hub/protocol.ts';
export { type WorkOptions, workForServer } from './hub/work-for-server.ts';
export { type ConfiguredRunner, type Memory, openRunnerFrom, type Passed, type RunnerFromOptions } from './open-runner-from.ts';
export type { Owner, QueueLimits } from './pool/fair-queue.ts';
export { noPrograms } from './pool/first-that-offers.ts';
export { openRunner, type RunnerOptions } from './pool/open-runner.ts';
export type { Outcome, Refusal, Runner, RunnerMetrics } from './pool/runner.ts';
export type { SelfTestNews } from './pool/untested.ts';
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
export { type LocalSetting, type RemoteSetting, type RunnerSetting, readRunnerSetting, runnerSettings } from './runner-setting.ts';
