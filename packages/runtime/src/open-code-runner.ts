import type { CodeRunner } from '@assay/operations';
import { type ConfiguredRunner, openRunnerFrom, type RunnerFromOptions, type RunnerSetting } from '@assay/runner';

export type OpenedRunner = CodeRunner & {
  /** Undefined until the first program, or until somebody asks what is offered. */
  readonly opened: () => Promise<ConfiguredRunner> | undefined;
  readonly close: () => Promise<void>;
};

/**
 * What runs candidates' programs, as `ASSAY_RUNNER` says. It is opened at its first use: a command that runs no program starts no process.
 *
 * @param child the program file of the pool's processes, beside what its engines read; undefined: this process runs no programs
 */
export const openCodeRunner = (
  setting: RunnerSetting,
  child: URL | undefined,
  others: Pick<RunnerFromOptions, 'key' | 'hub'> = {},
): OpenedRunner => {
  let opening: Promise<ConfiguredRunner> | undefined;
  const opened = (): Promise<ConfiguredRunner> => {
    if (child === undefined) throw new Error('this process runs no programs');
    opening ??= openRunnerFrom(setting, { child, assets: new URL('runner-assets/', child), ...others });
    return opening;
  };
  return {
    offers: async () => {
      const runner = await opened();
      await runner.settled;
      return runner.offers();
    },
    size: async () => (await opened()).metrics().gauges.size,
    run: async (program, owner, signal) => (await opened()).run(program, owner, signal),
    opened: () => opening,
    close: async () => {
      await (await opening)?.close();
    },
  };
};
