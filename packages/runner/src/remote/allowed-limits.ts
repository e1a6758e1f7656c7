import { notRun } from '../child/messages.ts';
import type { Limits, Run } from '../program.ts';
import type { RemoteProgram } from './remote-runner.ts';
import { memoryOf } from './source-files.ts';

/** What a service allows at most: seconds, and MiB with those of the runtime. */
export type Allowed = { readonly seconds: number; readonly memory: number };

/** The program with the limits that the service would refuse lowered to what it allows. */
export const withinAllowed = (program: RemoteProgram, { seconds, memory }: Allowed): RemoteProgram => {
  const { language, limits } = program;
  const runtime = memoryOf(language, 0);
  return {
    ...program,
    limits: {
      ...limits,
      seconds: Math.min(limits.seconds, seconds),
      memory: Math.max(1, Math.min(limits.memory, Math.floor(memory - runtime))),
    },
  };
};

/**
 * A run that ended by itself within less is what it would be within more. One that the lower limit ended, or may have ended, says nothing:
 * `settings` are what the operator of the service has to raise.
 */
export const unlessCutOff = (
  run: Run,
  requested: Limits,
  given: Limits,
  settings: { readonly seconds: string; readonly memory: string },
): Run => {
  const isShort = given.seconds < requested.seconds && run.end === 'time-limit-exceeded';
  if (isShort) return notRun(`${requested.seconds} s are needed and ${given.seconds} s allowed: raise ${settings.seconds}\n`);
  const mayBeMemory =
    run.end === 'memory-limit-exceeded' || (run.end === 'runtime-error' && (run.memory === null || run.memory > given.memory / 2));
  if (given.memory < requested.memory && mayBeMemory)
    return notRun(`${requested.memory} MiB may be needed and ${given.memory} MiB are allowed: raise ${settings.memory}\n`);
  return run;
};
