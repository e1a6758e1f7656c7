import { totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { EngineState } from './engine-state.ts';
import { checkEmbedded, embeddedLanguages } from './engines/check-embedded.ts';
import { checkNative, type NativeCheck, nativeLanguages } from './engines/native/check.ts';
import { fingerprint } from './fingerprint.ts';
import type { Hub } from './hub/open-hub.ts';
import { firstThatOffers, onlyFor } from './pool/first-that-offers.ts';
import { type CheckOfKind, type ChildOfKind, type Later, openRunner, type Round, type RunnerOptions } from './pool/open-runner.ts';
import type { Runner } from './pool/runner.ts';
import type { Language, Offer } from './program.ts';
import { openRemote } from './remote/open-remote.ts';
import type { LocalSetting, RemoteSetting, RunnerSetting } from './runner-setting.ts';

export type ConfiguredRunner = Runner & {
  /** Resolves when the embedded languages were tried that most programs are in: before a self-test that compiles programs. */
  readonly tried: Promise<void>;
  /** Resolves when it is known which engine is preferred for each language that most programs are in. */
  readonly preferred: Promise<void>;
  /** Resolves when all that the setting names has been tried; the self-test of native programs takes some seconds. Never rejects. */
  readonly settled: Promise<readonly EngineState[]>;
};

type PoolOptions = Pick<RunnerOptions, 'child' | 'assets' | 'size' | 'places' | 'limits' | 'onSelfTest'>;

const mebibyte = 2 ** 20;
/** MiB of a program with its process: most have a limit of 128 or 256, and use less. */
const memoryOfOne = 256;
const mostPlaces = 32;

/** Half of the memory is for programs that are under way, of what the machine has or the container may. */
const placesHere = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(mostPlaces, Math.floor(memory / 2 / mebibyte / memoryOfOne));
};

/** What a language offers whose self-test passed, and when. */
export type Passed = { readonly offers: readonly Offer[]; readonly testedAt: string };

/** Of self-tests, by the fingerprint of what was tried: each language by itself, so that a process that is killed has not tried in vain. */
export type Memory = {
  readonly read: (fingerprint: string) => Promise<readonly Passed[]>;
  readonly write: (fingerprint: string, language: Language, offers: readonly Offer[]) => Promise<void>;
};

export type RunnerFromOptions = PoolOptions & {
  /** Where embedded engines that passed need no self-test for a while. */
  readonly memory?: Memory | undefined;
  /** `ASSAY_RUNNER_KEY`, when the setting is the URL of another Assay server. */
  readonly key?: string | undefined;
  /** Where runner processes claim programs, before any engine here. */
  readonly hub?: Hub | undefined;
};

type Remembered = { readonly before: readonly Passed[]; readonly keep: (language: Language, offers: readonly Offer[]) => Promise<void> };

/** Each language is offered by its own checks: one that fails leaves the others. What passed before is not tried. */
const openEmbedded = ({ before, keep }: Remembered) => {
  const checks: EngineState['checks'][number][] = [];
  const warnings: string[] = [];
  const keeping: Promise<void>[] = [];
  const passes: CheckOfKind['passes'] = async (language, run, offers) => {
    let interrupted = false;
    const attempt = () => {
      interrupted = false;
      return checkEmbedded(language, async (program) => {
        const ran = await run(program);
        interrupted ||= ran.end === 'not-run';
        return ran;
      });
    };
    const first = await attempt();
    const found = interrupted ? await attempt() : first;
    const failed = found.filter(({ passed }) => !passed).map(({ name, detail }) => `${name} (${detail})`);
    // A process that was killed, or was too busy to answer, says nothing of its engines.
    if (interrupted && failed.length > 0) {
      warnings.push(`${language} is tried again later, because its self-test did not come to its end: ${failed.join(', ')}`);
      return 'again';
    }
    checks.push(...found);
    if (failed.length > 0) warnings.push(`${language} is not offered, because its self-test failed: ${failed.join(', ')}`);
    else
      keeping.push(
        keep(language, offers).catch((error: unknown) => void warnings.push(`the next start tries ${language} again: ${String(error)}`)),
      );
    return failed.length === 0;
  };
  const offers = before.flatMap((passed) => passed.offers);
  const isWhole = embeddedLanguages.every((language) => offers.some((offer) => offer.language === language));
  const kind: ChildOfKind = {
    ...{ name: 'embedded', runs: 'threads', restricted: true, check: { passes, last: ['ruby'] } },
    ...(isWhole ? { offers } : { passed: offers.map(({ language }) => language) }),
  };
  const testedAt = isWhole ? before.map((passed) => passed.testedAt).sort()[0] : undefined;
  return { kind, checks, warnings, testedAt, kept: () => Promise.all(keeping) };
};

/** A self-test that fails in a way it does not know is a refusal as well. */
const checkedNative = async (languages: readonly Language[], signal: AbortSignal): Promise<Omit<NativeCheck, 'engine'>> => {
  try {
    return await checkNative({ languages, signal });
  } catch (error) {
    return { offers: [], refusal: `the self-test failed: ${String(error)}`, undecided: [], checks: [], warnings: [] };
  }
};

const firstPauseMs = 5_000;
const longestPauseMs = 300_000;

/**
 * Tries native programs, and again those that the machine was too busy for: the engine that grades a program must not depend on the load.
 * `first`: what the first self-test found.
 */
const tryNative = (signal: AbortSignal) => {
  let told: (state: EngineState) => void = () => undefined;
  const first = new Promise<EngineState>((resolve) => {
    told = resolve;
  });
  async function* rounds(): AsyncGenerator<Round> {
    let undecided = nativeLanguages;
    for (let wait = firstPauseMs; undecided.length > 0 && !signal.aborted; wait = Math.min(wait * 2, longestPauseMs)) {
      const { offers, refusal, checks, warnings, ...found } = await checkedNative(undecided, signal);
      told({ engine: 'native', offers, refusal, checks, warnings });
      undecided = found.undecided;
      yield { kinds: offers.length === 0 ? [] : [{ name: 'native', runs: 'processes', restricted: false, offers }], undecided };
      if (undecided.length > 0) await pause(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  return { first, rounds: rounds() };
};

type Opened = Pick<ConfiguredRunner, 'tried' | 'preferred' | 'settled'> & { readonly runner: Runner };

type LocalOptions = PoolOptions & Pick<RunnerFromOptions, 'memory'>;

/** What the embedded engines passed before, and how to remember that they pass now. A memory that fails is none: all is tried. */
const recall = async ({ memory, child, assets = new URL('../../assets/', child) }: LocalOptions): Promise<Remembered> => {
  const print = memory === undefined ? undefined : await fingerprint(child, assets);
  if (memory === undefined || print === undefined) return { before: [], keep: async () => undefined };
  const before = await memory.read(print).catch(() => []);
  return { before, keep: (language, offers) => memory.write(print, language, offers) };
};

const openLocal = async (kind: LocalSetting['kind'], { memory, ...options }: LocalOptions): Promise<Opened> => {
  const closing = new AbortController();
  const native = kind === 'embedded' ? undefined : tryNative(closing.signal);
  const { kind: embedded, checks, warnings, testedAt, kept } = openEmbedded(await recall({ memory, ...options }));
  const later: { later?: Later } = native === undefined ? {} : { later: { languages: nativeLanguages, rounds: native.rounds } };
  const runner = await openRunner({ places: placesHere(), ...options, kinds: [embedded], ...later });
  const states = async (): Promise<readonly EngineState[]> => {
    await runner.settled;
    await kept();
    const offers = runner.offers().filter(({ engine }) => engine !== 'native');
    const none = checks.length === 0 ? 'no embedded engine starts' : 'no embedded engine passes its self-test';
    const own: EngineState = { engine: 'embedded', offers, refusal: offers.length === 0 ? none : null, checks, warnings, testedAt };
    return native === undefined ? [own] : [own, await native.first];
  };
  const settled = states();
  const close = async (): Promise<void> => {
    closing.abort();
    await native?.first;
    await runner.close();
    await kept();
  };
  return { runner: { ...runner, close }, tried: runner.tried, preferred: runner.preferred, settled };
};

/** A pool without processes, which offers nothing. */
const openNone = async ({ memory: _, ...options }: LocalOptions): Promise<Opened> => {
  const runner = await openRunner({ ...options, kinds: [] });
  return { runner, tried: runner.tried, preferred: runner.preferred, settled: runner.settled.then(() => []) };
};

/** What a service does not do: these need two interpreters, or one that is always the same. */
const localModes = { judge0: ['function', 'harness', 'sql'], assay: ['harness', 'sql'] } as const;

const openWithRemote = async (setting: RemoteSetting, key: string | undefined, options: LocalOptions): Promise<Opened> => {
  const [remote, local] = await Promise.all([openRemote(setting, { limits: options.limits, key }), openLocal('embedded', options)]);
  const runner = firstThatOffers([remote, onlyFor(localModes[setting.kind], local.runner)]);
  return { runner, tried: local.tried, preferred: local.preferred, settled: local.settled.then((states) => [remote.state(), ...states]) };
};

const openBy = (setting: RunnerSetting, key: string | undefined, options: LocalOptions): Promise<Opened> => {
  if ('url' in setting) return openWithRemote(setting, key, options);
  return setting.kind === 'none' ? openNone(options) : openLocal(setting.kind, options);
};

/**
 * The runner that `ASSAY_RUNNER` names. `auto`: native programs of the languages that pass their self-test here, and embedded engines for
 * the others and for what only those can do. `native`: the same, and the log warns where there are none. `none`: only runner processes that connect. A service: all that
 * it can do, and embedded engines for the rest. So programs of a kind always go to the same engine, and wait for it while it is tried or down. Only runner processes
 * come and go: what none of those that are connected offers is run here.
 */
export const openRunnerFrom = async (setting: RunnerSetting, { hub, key, ...options }: RunnerFromOptions): Promise<ConfiguredRunner> => {
  const { runner, tried, preferred, settled } = await openBy(setting, key, options);
  if (hub === undefined) return { ...runner, tried, preferred, settled };
  return { ...firstThatOffers([hub, runner]), tried, preferred, settled: settled.then((states) => [hub.state(), ...states]) };
};
