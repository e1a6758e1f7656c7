import { checkNative, type NativeCheck } from './engines/native/check.ts';
import { type ChildOfKind, openRunner, type Runner, type RunnerOptions } from './pool/open-runner.ts';
import type { Offer } from './program.ts';
import type { RunnerSetting } from './runner-setting.ts';

/** What was found out about one kind of engine: what it offers, or why it offers nothing. */
export type EngineState = {
  readonly engine: string;
  readonly offers: readonly Offer[];
  readonly refusal: string | null;
  readonly checks: NativeCheck['checks'];
  readonly warnings: readonly string[];
};

export type ConfiguredRunner = Runner & {
  /** Resolves when all that the setting names has been tried; the self-test of native programs takes some seconds. Never rejects. */
  readonly settled: Promise<readonly EngineState[]>;
};

export type RunnerFromOptions = Pick<RunnerOptions, 'child' | 'assets' | 'size' | 'limits'> & {
  /** `ASSAY_RUNNER_KEY`: what another Assay server asks for. */
  readonly key?: string;
};

const embedded: ChildOfKind = { name: 'embedded', runs: 'threads', restricted: true };

/** A self-test that fails in a way it does not know is a refusal as well. */
const checkedNative = async (signal: AbortSignal): Promise<EngineState> => {
  try {
    const { offers, refusal, checks, warnings } = await checkNative({ signal });
    return { engine: 'native', offers, refusal, checks, warnings };
  } catch (error) {
    return { engine: 'native', offers: [], refusal: `the self-test failed: ${String(error)}`, checks: [], warnings: [] };
  }
};
const nativeOf = ({ offers }: EngineState): readonly ChildOfKind[] =>
  offers.length === 0 ? [] : [{ name: 'native', runs: 'processes', restricted: false, offers }];

/**
 * The runner that `ASSAY_RUNNER` names. `auto`: embedded engines, and native programs for the languages that those do not have.
 * `native`: native programs first, and embedded engines for what only those can do. Programs of a language always go to the same kind
 * of engine, and wait for it while its self-test runs.
 */
export const openRunnerFrom = async (setting: RunnerSetting, options: RunnerFromOptions): Promise<ConfiguredRunner> => {
  const { child, assets, size, limits } = options;
  const pool = {
    child,
    ...(assets === undefined ? {} : { assets }),
    ...(size === undefined ? {} : { size }),
    ...(limits === undefined ? {} : { limits }),
  };
  const closing = new AbortController();
  const native = setting.kind === 'embedded' ? undefined : checkedNative(closing.signal);
  const runner =
    setting.kind === 'native' && native !== undefined
      ? await openRunner({ ...pool, kinds: [...nativeOf(await native), embedded] })
      : await openRunner({ ...pool, kinds: [embedded], ...(native === undefined ? {} : { later: native.then(nativeOf) }) });
  const states = async (): Promise<readonly EngineState[]> => {
    await runner.settled;
    const offers = runner.offers().filter(({ engine }) => engine !== 'native');
    const refusal = offers.length === 0 ? 'no embedded engine starts' : null;
    const own: EngineState = { engine: 'embedded', offers, refusal, checks: [], warnings: [] };
    return native === undefined ? [own] : [own, await native];
  };
  return {
    ...runner,
    settled: states(),
    close: async () => {
      closing.abort();
      await native;
      await runner.close();
    },
  };
};
