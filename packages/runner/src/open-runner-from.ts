import type { EngineState } from './engine-state.ts';
import { checkEmbedded, embeddedLanguages } from './engines/check-embedded.ts';
import { checkNative } from './engines/native/check.ts';
import { fingerprint } from './fingerprint.ts';
import type { Hub } from './hub/open-hub.ts';
import { firstThatOffers, onlyFor } from './pool/first-that-offers.ts';
import { type CheckOfKind, type ChildOfKind, openRunner, type RunnerOptions } from './pool/open-runner.ts';
import type { Runner } from './pool/runner.ts';
import type { Offer } from './program.ts';
import { openRemote } from './remote/open-remote.ts';
import type { LocalSetting, RemoteSetting, RunnerSetting } from './runner-setting.ts';

export type ConfiguredRunner = Runner & {
  /** Resolves when the embedded languages were tried that most programs are in: before a self-test that compiles programs. */
  readonly tried: Promise<void>;
  /** Resolves when all that the setting names has been tried; the self-test of native programs takes some seconds. Never rejects. */
  readonly settled: Promise<readonly EngineState[]>;
};

type PoolOptions = Pick<RunnerOptions, 'child' | 'assets' | 'size' | 'limits'>;

/** What a self-test in which all passed found, and when. */
export type Passed = { readonly offers: readonly Offer[]; readonly testedAt: string };

/** Of self-tests, by the fingerprint of what was tried. */
export type Memory = {
  readonly read: (fingerprint: string) => Promise<Passed | undefined>;
  readonly write: (fingerprint: string, passed: Passed) => Promise<void>;
};

export type RunnerFromOptions = PoolOptions & {
  /** Where embedded engines that passed need no self-test for a while. */
  readonly memory?: Memory | undefined;
  /** `ASSAY_RUNNER_KEY`, when the setting is the URL of another Assay server. */
  readonly key?: string | undefined;
  /** Where runner processes claim programs, before any engine here. */
  readonly hub?: Hub | undefined;
};

/** Each language is offered by its own checks: one that fails leaves the others. `before`: it passed before, and nothing is tried. */
const openEmbedded = (before: Passed | undefined) => {
  const checks: EngineState['checks'][number][] = [];
  const warnings: string[] = [];
  const passes: CheckOfKind['passes'] = async (language, run) => {
    let interrupted = false;
    const attempt = () =>
      checkEmbedded(language, async (program) => {
        const ran = await run(program);
        interrupted ||= ran.end === 'not-run';
        return ran;
      });
    const first = await attempt();
    // A process that was killed says nothing of its engines.
    const found = interrupted ? await attempt() : first;
    checks.push(...found);
    const failed = found.filter(({ passed }) => !passed).map(({ name, detail }) => `${name} (${detail})`);
    if (failed.length > 0) warnings.push(`${language} is not offered, because its self-test failed: ${failed.join(', ')}`);
    return failed.length === 0;
  };
  const kind: ChildOfKind = {
    ...{ name: 'embedded', runs: 'threads', restricted: true, check: { passes, last: ['ruby'] } },
    ...(before === undefined ? {} : { offers: before.offers }),
  };
  return { kind, checks, warnings };
};

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

type Opened = Pick<ConfiguredRunner, 'tried' | 'settled'> & { readonly runner: Runner };

type LocalOptions = PoolOptions & Pick<RunnerFromOptions, 'memory'>;

/** What the embedded engines passed before, and how to remember that they pass now. */
const recall = async ({ memory, child, assets = new URL('../../assets/', child) }: LocalOptions) => {
  const print = memory === undefined ? undefined : await fingerprint(child, assets);
  if (memory === undefined || print === undefined) return { before: undefined, keep: async () => undefined };
  const keep = (offers: readonly Offer[]): Promise<void> => memory.write(print, { offers, testedAt: new Date().toISOString() });
  return { before: await memory.read(print), keep };
};

const openLocal = async (kind: LocalSetting['kind'], { memory, ...options }: LocalOptions): Promise<Opened> => {
  const closing = new AbortController();
  const native = kind === 'embedded' ? undefined : checkedNative(closing.signal);
  const { before, keep } = await recall({ memory, ...options });
  const { kind: embedded, checks, warnings } = openEmbedded(before);
  const runner =
    kind === 'native' && native !== undefined
      ? await openRunner({ ...options, kinds: [...nativeOf(await native), embedded] })
      : await openRunner({ ...options, kinds: [embedded], ...(native === undefined ? {} : { later: native.then(nativeOf) }) });
  const states = async (): Promise<readonly EngineState[]> => {
    await runner.settled;
    const offers = runner.offers().filter(({ engine }) => engine !== 'native');
    const none = checks.length === 0 ? 'no embedded engine starts' : 'no embedded engine passes its self-test';
    const isWhole = embeddedLanguages.every((language) => offers.some((offer) => offer.language === language));
    if (isWhole && before === undefined)
      await keep(offers).catch((error: unknown) => warnings.push(`the next start tries all again: ${String(error)}`));
    const refusal = offers.length === 0 ? none : null;
    const own: EngineState = { engine: 'embedded', offers, refusal, checks, warnings, testedAt: before?.testedAt };
    return native === undefined ? [own] : [own, await native];
  };
  const close = async (): Promise<void> => {
    closing.abort();
    await native;
    await runner.close();
  };
  return { runner: { ...runner, close }, tried: runner.tried, settled: states() };
};

/** A pool without processes, which offers nothing. */
const openNone = async ({ memory: _, ...options }: LocalOptions): Promise<Opened> => {
  const runner = await openRunner({ ...options, kinds: [] });
  return { runner, tried: runner.tried, settled: runner.settled.then(() => []) };
};

/** What a service does not do: these need two interpreters, or one that is always the same. */
const localModes = { judge0: ['function', 'harness', 'sql'], piston: ['function', 'harness', 'sql'], assay: ['harness', 'sql'] } as const;

const openWithRemote = async (setting: RemoteSetting, key: string | undefined, options: LocalOptions): Promise<Opened> => {
  const [remote, local] = await Promise.all([openRemote(setting, { limits: options.limits, key }), openLocal('embedded', options)]);
  const runner = firstThatOffers([remote, onlyFor(localModes[setting.kind], local.runner)]);
  return { runner, tried: local.tried, settled: local.settled.then((states) => [remote.state(), ...states]) };
};

const openBy = (setting: RunnerSetting, key: string | undefined, options: LocalOptions): Promise<Opened> => {
  if ('url' in setting) return openWithRemote(setting, key, options);
  return setting.kind === 'none' ? openNone(options) : openLocal(setting.kind, options);
};

/**
 * The runner that `ASSAY_RUNNER` names. `auto`: embedded engines, and native programs for the languages that those do not have.
 * `native`: native programs first, and embedded engines for what only those can do. `none`: only runner processes that connect. A service: all that
 * it can do, and embedded engines for the rest. So programs of a kind always go to the same engine, and wait for it while it is tried or down. Only runner processes
 * come and go: what none of those that are connected offers is run here.
 */
export const openRunnerFrom = async (setting: RunnerSetting, { hub, key, ...options }: RunnerFromOptions): Promise<ConfiguredRunner> => {
  const { runner, tried, settled } = await openBy(setting, key, options);
  if (hub === undefined) return { ...runner, tried, settled };
  return { ...firstThatOffers([hub, runner]), tried, settled: settled.then((states) => [hub.state(), ...states]) };
};
