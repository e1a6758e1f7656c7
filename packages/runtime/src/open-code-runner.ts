import type { CodeRunner } from '@assay/operations';
import {
  type ConfiguredRunner,
  type EngineState,
  noPrograms,
  openRunnerFrom,
  type RunnerFromOptions,
  type RunnerMetrics,
  type RunnerSetting,
  type SelfTestNews,
} from '@assay/runner';

type Log = {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
};

export type OpenedRunner = CodeRunner & {
  /** False where an operator wants no programs to run. */
  readonly runsPrograms: boolean;
  /** Opens it, unless it is open: for a process that does not wait for its first program. */
  readonly open: () => Promise<ConfiguredRunner>;
  /** Zeros until it is open. */
  readonly metrics: () => RunnerMetrics;
  readonly close: () => Promise<void>;
};

/** What an operator should know of the engines, once they were tried. */
const logEngines = (states: readonly EngineState[], isNamed: boolean, log: Log): void => {
  for (const { engine, offers, refusal, warnings, testedAt } of states) {
    const runs = offers.map(({ language, version }) => `${language} (${version})`);
    if (refusal === null) log.info({ engine, runs, testedAt }, "this engine runs candidates' programs");
    else if (isNamed || engine !== 'native') log.warn({ engine, reason: refusal }, 'this engine runs no programs');
    else log.info({ engine, reason: refusal }, 'there are no native programs');
    for (const warning of warnings) log.warn({ engine }, warning);
  }
};

/** A service that grades nothing for a while says why, also where only warnings are logged. */
const logSelfTest = (news: SelfTestNews, log: Log): void => {
  const { is, ...details } = news;
  if (is === 'waiting') log.warn(details, 'programs wait for the self-test of their engine');
  else log.warn(details, 'the self-test is over: programs that waited for it are graded');
};

type Options = Pick<RunnerFromOptions, 'key' | 'hub' | 'memory'> & { readonly log?: Log | undefined };

/**
 * What runs candidates' programs, as `ASSAY_RUNNER` says. It is opened at its first use: a command that runs no program starts no process.
 *
 * @param child the program file of the pool's processes, beside what its engines read; undefined: this process runs no programs
 */
export const openCodeRunner = (setting: RunnerSetting, child: URL | undefined, { log, ...others }: Options = {}): OpenedRunner => {
  let opening: Promise<ConfiguredRunner> | undefined;
  let runner: ConfiguredRunner | undefined;
  let closing: Promise<void> | undefined;
  const openIt = async (file: URL): Promise<ConfiguredRunner> => {
    const onSelfTest = (news: SelfTestNews): void => {
      if (log !== undefined && closing === undefined) logSelfTest(news, log);
    };
    runner = await openRunnerFrom(setting, { child: file, assets: new URL('runner-assets/', file), onSelfTest, ...others });
    void runner.settled.then((states) => {
      if (log !== undefined && closing === undefined) logEngines(states, setting.kind !== 'auto', log);
    });
    return runner;
  };
  const open = (): Promise<ConfiguredRunner> => {
    if (child === undefined) throw new Error('this process runs no programs');
    opening ??= openIt(child);
    return opening;
  };
  const close = async (): Promise<void> => {
    await (await opening)?.close();
  };
  return {
    runsPrograms: setting.kind !== 'none',
    open,
    offers: async (which) => {
      const opened = await open();
      const until = { preferred: opened.preferred, 'by-now': opened.tried, 'at-once': undefined };
      await (which === undefined ? opened.settled : until[which]);
      return opened.offers();
    },
    size: async () => (await open()).metrics().gauges.sizeOfOthers,
    run: async (program, owner, signal, ran) => (await open()).run(program, owner, signal, ran),
    ahead: (owner) => runner?.ahead?.(owner),
    metrics: () => runner?.metrics() ?? noPrograms,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};
