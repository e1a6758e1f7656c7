import type { EngineState } from './engine-state.ts';
import { openRunnerFrom, type RunnerFromOptions } from './open-runner-from.ts';
import type { RunnerSetting } from './runner-setting.ts';

/**
 * What each engine that the setting names offers here, and what was tried: for an operator who waits for it. Starts a pool of its own,
 * beside that of a server which may run.
 */
export const diagnose = async (
  setting: RunnerSetting,
  options: Pick<RunnerFromOptions, 'child' | 'assets' | 'key'>,
): Promise<readonly EngineState[]> => {
  const runner = await openRunnerFrom(setting, options);
  try {
    return await runner.settled;
  } finally {
    await runner.close();
  }
};
