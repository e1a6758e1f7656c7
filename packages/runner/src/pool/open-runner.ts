import { availableParallelism } from 'node:os';
import { faultOf } from '../bounds.ts';
import { notRun } from '../child/messages.ts';
import { isAmong, type Language, type Offer, type Program, type Run } from '../program.ts';
import { Child } from './child.ts';
import { FairQueue, type Owner, type QueueLimits } from './fair-queue.ts';
import { Places } from './places.ts';
import { type Outcome, openTally, type ReportRun, type Runner, refusals, usualQueue } from './runner.ts';
import { type SelfTestNews, Untested } from './untested.ts';

export type ChildOfKind = {
  readonly name: string;
  readonly runs: 'threads' | 'processes';
  readonly restricted: boolean;
  /** What a self-test found, for a kind that opens with it. With `check`: each language has passed before, and no process is started until one is needed. */
  readonly offers?: readonly Offer[];
  /** For a kind that is tried in the processes that run its programs. */
  readonly check?: CheckOfKind;
  /** Languages that have passed before, where others have not: they are not tried. */
  readonly passed?: readonly Language[];
};

export type CheckOfKind = {
  /**
   * Tries a language, which has these offers, by programs; false: it is not offered. What it rejects with counts as false too.
   * `again`: nothing is known of it, such as on a machine too busy to run them; it is tried again after a pause.
   */
  readonly passes: (language: Language, run: (program: Program) => Promise<Run>, offers: readonly Offer[]) => Promise<boolean | 'again'>;
  /** Tried after all others: engines that take long to start and are used less. */
  readonly last: readonly Language[];
};

/** Of a self-test outside: the kinds that it found, and languages of which it has yet to find out. */
export type Round = { readonly kinds: readonly ChildOfKind[]; readonly undecided: readonly Language[] };

/** Kinds that a self-test finds while the others run already. They are preferred to those: programs of an undecided language wait that read and write. */
export type Later = {
  /** Languages that it may find. */
  readonly languages: readonly Language[];
  /** One or more; what they leave undecided in the end stays so. Never rejects. */
  readonly rounds: AsyncIterable<Round>;
};

async function* noRounds(): AsyncGenerator<Round> {}

/** Milliseconds until a program comes again that was untested: of thousands, so few in a second that the self-test has the processor. */
const firstReturn = 1000;
const betweenReturns = 20;

/** Milliseconds before a language is tried again of which nothing could be known. */
const firstRetry = 1000;
const longestRetry = 300_000;

export type RunnerOptions = {
  /** The file of `child/main.ts`: in a bundle, an entry of its own. */
  readonly child: URL;
  /** This package's folder `assets`, or a copy of it: its URL ends in a slash. By default where it lies for `child/main.ts` from source. */
  readonly assets?: URL;
  /**
   * Kinds of child processes, the preferred one first. `threads`: one process runs `size` programs. `processes`: each runs one program, and
   * all its tasks at once, because it is compiled before. `restricted`: by Node's permissions, for those that start no process.
   */
  readonly kinds?: readonly ChildOfKind[];
  readonly later?: Later;
  /** Called when programs begin to wait for a self-test, and when none waits any more. */
  readonly onSelfTest?: (news: SelfTestNews) => void;
  /** Programs that have the cores: the server keeps one. */
  readonly size?: number;
  /**
   * Programs that may be under way, no fewer than `size`, as many as the memory holds; by default `size`. What a candidate waits for starts
   * in any of them at once; others in half of them, a further one when one of `size` has had its turn. Those that had it go on below those
   * that have it.
   */
  readonly places?: number;
  readonly limits?: Partial<QueueLimits>;
  /** Wall time until a thread, and until a child process, counts as hanging: beyond what its limits take on a busy machine. */
  readonly stuckSeconds?: number;
  /** Wall time per second of processor time that a busy machine may take; beside eight busy processes it is some 40. */
  readonly slowest?: number;
  readonly silenceSeconds?: number;
  /** Until a child process with a check is ended that runs nothing. */
  readonly idleSeconds?: number;
};

type Job = {
  readonly program: Program;
  readonly owner: Owner;
  readonly runs: Run[];
  readonly resolve: (outcome: Outcome) => void;
  readonly signal: AbortSignal | undefined;
  readonly report: ReportRun | undefined;
  readonly since: number;
  /** A child process died with it: up to this task it runs alone and task by task, so that it takes nobody and no other task with it. */
  suspectUntil: number;
};

/** Processor seconds of a program after which others have its place in the queue. */
const turnSeconds = 10;

const isSuspect = ({ runs, suspectUntil }: Job): boolean => runs.length < suspectUntil;

export type Pool = Runner & {
  /** Resolves when each language of `kinds` was tried but those that are tried last. */
  readonly tried: Promise<void>;
  /** Resolves when that is so, and the kinds are ready that `later` found first. */
  readonly preferred: Promise<void>;
  /** Resolves when all was tried, and the kinds of `later` are ready. */
  readonly settled: Promise<void>;
  /** No process runs, because none is needed. */
  readonly isAsleep: () => boolean;
};

/**
 * Runs programs in child processes. Resolves when each kind is ready or does not start. A language of a kind with a check is offered, and
 * its programs are run, once it has passed.
 */
export const openRunner = async (options: RunnerOptions): Promise<Pool> => {
  const size = options.size ?? Math.max(1, availableParallelism() - 1);
  const {
    kinds = [{ name: 'embedded', runs: 'threads', restricted: true }],
    stuckSeconds = 30,
    slowest = 100,
    silenceSeconds = 60,
    idleSeconds = 300,
  } = options;
  const { assets = new URL('../../assets/', options.child), onSelfTest = () => undefined } = options;
  const { later = { languages: [], rounds: noRounds() } } = options;
  let undecided = later.languages;
  const untested = new Untested(onSelfTest);
  const queue = new FairQueue<Job>({ ...usualQueue, ...options.limits });
  const tally = openTally();
  const { totals, refuse } = tally;
  const places = new Places(size, options.places ?? size, queue, () => advance());
  const suspects = { waiting: 0, running: 0 };
  let isClosed = false;
  let isSettled = false;
  let idle: NodeJS.Timeout | undefined;

  const looks = new Set<() => void>();
  const events = {
    changed: () => {
      for (const look of looks) look();
      untested.release((kind) => isOffered(kind) !== undefined);
      if (isSettled) tryMore();
      advance();
    },
    started: () => {
      totals.childStarts += 1;
    },
    died: () => {
      totals.childDeaths += 1;
    },
    threadReplaced: () => {
      totals.threadsReplaced += 1;
    },
  };
  const placesOf = ({ name, runs, restricted, offers = [], check, passed: before = [] }: ChildOfKind) => {
    const processes = runs === 'threads' ? 1 : places.most;
    // A place more for what tries it: a language that takes long to start keeps no program waiting.
    const more = check === undefined ? 0 : 1;
    const most = places.most / processes + more;
    const settings = { kind: name, size: most, idle: size + more, stuckSeconds, slowest, offers, assets: assets.href };
    // Before the first run of such a program a compiler has its time.
    const silence = runs === 'threads' ? silenceSeconds : silenceSeconds * 10;
    const child = { file: options.child, settings, isRestricted: restricted, silenceSeconds: silence };
    const known = check !== undefined && offers.length > 0 ? offers : undefined;
    const passed = new Map([...before, ...(known ?? []).map(({ language }) => language)].map((language) => [language, true]));
    const again = new Map<Language, { readonly times: number; readonly pauses: boolean }>();
    return Array.from({ length: processes }, (_, index) => {
      const isSpare = index >= size;
      return { runs, check, passed, again, isSpare, child: new Child(child, events, isSpare ? offers : known) };
    });
  };
  const children = kinds.flatMap(placesOf);
  type Place = (typeof children)[number];
  /** Resolves when `isSo`, which is asked again after each change; or with the signal. */
  const until = (isSo: () => boolean, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!isSo() && signal?.aborted !== true) return;
        looks.delete(look);
        signal?.removeEventListener('abort', look);
        resolve();
      };
      looks.add(look);
      signal?.addEventListener('abort', look);
      look();
    });
  const whenKnown = (places: typeof children): Promise<void> =>
    until(() => places.every(({ child }) => child.isReady || child.isDown || child.isAsleep));

  /** Undefined while it is not yet tried. */
  const passes = ({ check, passed }: Place, language: Language): boolean | undefined => check === undefined || passed.get(language);
  type Kind = Pick<Program, 'language' | 'tasks' | 'engine'>;
  const mayOffer = (place: Place, program: Kind): boolean =>
    passes(place, program.language) !== false && isAmong(place.child.offers, program);
  /** Only the preferred kind among those that offer it, even when another one is idle: a program's verdict must not depend on the load. */
  const placesFor = ({ program }: Pick<Job, 'program'>) => {
    const may = children.filter((place) => mayOffer(place, program));
    return may.filter(({ child }) => child.settings.kind === may[0]?.child.settings.kind);
  };
  const isUndecided = ({ language, tasks, engine }: Kind): boolean =>
    undecided.includes(language) && tasks.every(({ mode }) => mode === 'stdio') && !kinds.some(({ name }) => name === engine);
  /** Undefined while it depends on what is still tried. */
  const isOffered = (program: Kind): boolean | undefined => {
    if (isUndecided(program)) return undefined;
    const first = children.find((place) => mayOffer(place, program));
    if (first === undefined) return isSettled ? false : undefined;
    return passes(first, program.language);
  };
  const freePlace = (job: Job) => placesFor(job).find(({ child }) => child.free > 0);
  /** Starts a spare process, unless one starts already. */
  const wakeFor = (job: Job): void => {
    const own = placesFor(job).map(({ child }) => child);
    if (own.every(({ isReady, isDown, isAsleep }) => isReady || isDown || isAsleep)) own.find(({ isAsleep }) => isAsleep)?.wake();
  };

  const finish = (job: Job): void => {
    tally.count(job.runs);
    queue.leave(job);
    job.resolve({ runs: job.runs });
  };
  const giveUp = (job: Job, reason: string, more: Pick<Run, 'endedEngine'> = {}): void => {
    while (job.runs.length < job.program.tasks.length) job.runs.push({ ...notRun(reason), ...more });
    finish(job);
  };

  /** After a while without a program, processes that can be started again at once are ended. */
  const rest = (): void => {
    clearTimeout(idle);
    if (isClosed || !isSettled || places.taken > 0 || queue.length > 0) return;
    idle = setTimeout(() => {
      if (!isTrying) for (const { check, isSpare, child } of children) if (check !== undefined || isSpare) child.sleep();
    }, idleSeconds * 1000);
    idle.unref();
  };

  const start = async (job: Job, { runs, child }: (typeof children)[number]): Promise<void> => {
    const place = places.enter(job);
    if (job.runs.length === 0) totals.waitSeconds += (performance.now() - job.since) / 1000;
    const from = job.runs.length;
    const most = runs === 'processes' ? job.program.tasks.length : Math.max(1, Math.floor(turnSeconds / job.program.limits.seconds));
    const wasSuspect = isSuspect(job);
    if (wasSuspect) {
      suspects.waiting -= 1;
      suspects.running += 1;
    }
    const tasks = job.program.tasks.slice(from, from + (wasSuspect ? 1 : most));
    const report = (index: number, run: Run): void => {
      if (job.runs.length !== from + index) return;
      job.runs.push(run);
      job.report?.(from + index, run);
    };
    const ends = job.signal === undefined ? place.signal : AbortSignal.any([job.signal, place.signal]);
    const left = await child.run({ ...job.program, tasks, usedMs: place.usedMs }, report, ends);
    place.leave();
    if (wasSuspect) suspects.running -= 1;
    if (job.signal?.aborted) finish(job);
    else if (left === 'died' && wasSuspect) giveUp(job, 'the engine died\n', { endedEngine: true });
    else if (job.runs.length === job.program.tasks.length) finish(job);
    else if (isClosed) giveUp(job, 'the runner was closed\n');
    else {
      if (left === 'died') job.suspectUntil = from + tasks.length;
      if (isSuspect(job)) suspects.waiting += 1;
      queue.putBack(job);
    }
    advance();
    rest();
  };

  const advance = (): void => {
    let lacking: Job | undefined;
    // A suspect waits until nothing else runs, and nothing else starts meanwhile.
    const mayStart = (job: Job): boolean => {
      if (suspects.waiting > 0 && !(isSuspect(job) && places.taken === 0)) return false;
      if (!places.hasTurn(job)) return false;
      if (freePlace(job) !== undefined) return true;
      lacking ??= job;
      return false;
    };
    while (suspects.running === 0) {
      const job = queue.take(mayStart, places.most);
      const place = job && freePlace(job);
      if (job === undefined || place === undefined) break;
      void start(job, place);
    }
    if (lacking !== undefined) wakeFor(lacking);
    if (suspects.waiting > 0) places.clear();
    else if (!isClosed) places.makeWay();
    // Those that no process will ever take.
    for (;;) {
      const job = queue.take((one) => isClosed || placesFor(one).every(({ child }) => child.isDown));
      if (job === undefined) break;
      if (isSuspect(job)) suspects.waiting -= 1;
      giveUp(job, 'the engine does not start\n');
    }
  };

  const drop = (job: Job): void => {
    job.resolve(refuse('aborted'));
    if (!queue.remove(job)) return;
    if (isSuspect(job)) suspects.waiting -= 1;
    finish(job);
    advance();
  };

  const enter = (program: Program, owner: Owner, { signal, report }: Partial<Job>): Promise<Outcome> =>
    new Promise((resolve) => {
      const onAbort = (): void => drop(job);
      const settle = (outcome: Outcome): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
      const since = performance.now();
      const job: Job = { program, owner, runs: [], resolve: settle, signal, report, since, suspectUntil: 0 };
      const refusal = queue.enter(job);
      if (refusal !== undefined) return settle(refuse(refusal));
      totals.programs += 1;
      clearTimeout(idle);
      for (const { child, isSpare } of placesFor(job)) if (!isSpare) child.wake();
      signal?.addEventListener('abort', onAbort);
      advance();
    });

  /** Languages that somebody waits for; the one who came last is first. */
  const wanted: Language[] = [];
  const tryOne = async ({ check, passed, again, child }: Place, language: Language): Promise<void> => {
    const run = async (program: Program): Promise<Run> => {
      let ran: Run | undefined;
      child.wake();
      await until(() => child.isReady || child.isDown);
      if (!child.isDown)
        await child.run(
          program,
          (_, done) => {
            ran = done;
          },
          undefined,
        );
      return ran ?? notRun('the engine died\n');
    };
    const offers = child.offers.filter((offer) => offer.language === language);
    const found = (await check?.passes(language, run, offers).catch(() => false)) ?? true;
    if (found === 'again') {
      const times = (again.get(language)?.times ?? 0) + 1;
      again.set(language, { times, pauses: true });
      const retry = (): void => {
        again.set(language, { times, pauses: false });
        if (!isClosed) tryMore();
      };
      setTimeout(retry, Math.min(firstRetry * 2 ** (times - 1), longestRetry)).unref();
    } else passed.set(language, found);
    events.changed();
  };
  const untried = () =>
    children.flatMap((place) =>
      place.child.offers.flatMap(({ language }) => {
        const { check } = place;
        return check === undefined || place.passed.has(language) || place.again.get(language)?.pauses === true
          ? []
          : [{ place, language, isLast: check.last.includes(language) }];
      }),
    );
  /** One language after the other, so that a program waits for its own and not for all. */
  const tryAll = async (also: 'those that are last' | 'no others'): Promise<void> => {
    for (;;) {
      const now = untried().filter(({ language, isLast }) => !isLast || also === 'those that are last' || wanted.includes(language));
      const next = now.find(({ language }) => language === wanted.at(-1)) ?? now[0];
      if (next === undefined || isClosed) return;
      await tryOne(next.place, next.language);
    }
  };
  let isTrying = false;
  /** A process may start at last that did not when the pool was opened. */
  const tryMore = (): void => {
    if (isTrying || untried().length === 0) return;
    isTrying = true;
    void tryAll('those that are last').then(() => {
      isTrying = false;
    });
  };

  await whenKnown(children);
  const tried = tryAll('no others');
  const openLater = async (whenFirst: () => void): Promise<void> => {
    for await (const round of later.rounds) {
      if (isClosed) return;
      const places = round.kinds.flatMap(placesOf);
      children.unshift(...places);
      await whenKnown(places);
      undecided = round.undecided;
      events.changed();
      whenFirst();
    }
  };
  const firstRound = new Promise<void>((resolve) => void openLater(resolve).then(resolve));
  const settled = Promise.all([tried.then(() => tryAll('those that are last')), firstRound]).then(() => {
    isSettled = true;
    events.changed();
    rest();
  });

  return {
    tried,
    preferred: Promise.all([tried, firstRound]).then(() => undefined),
    settled,
    isAsleep: () => children.every(({ child }) => child.isAsleep),
    offers: () => {
      const seen = new Set<string>();
      return children
        .flatMap((place) => place.child.offers.filter(({ language }) => passes(place, language) === true))
        .filter(({ engine, language }) => {
          const key = `${engine} ${language}`;
          const isNew = !seen.has(key);
          seen.add(key);
          return isNew;
        });
    },
    run: async (program, owner, signal, report) => {
      const fault = faultOf(program);
      if (fault !== undefined) return refuse('invalid', `${refusals.invalid}: ${fault}`);
      if (isOffered(program) === undefined && !isClosed) {
        const leave = untested.enter(program, owner);
        if (owner.comesAgain) {
          if (!wanted.includes(program.language)) wanted.unshift(program.language);
          return { ...refuse('untested'), againInMs: Math.max(firstReturn, untested.size * betweenReturns) };
        }
        wanted.push(program.language);
        await until(() => isClosed || isOffered(program) !== undefined, signal);
        wanted.splice(wanted.indexOf(program.language), 1);
        leave();
      }
      if (isClosed) return refuse('closed');
      if (signal?.aborted) return refuse('aborted');
      if (isOffered(program) !== true) return refuse('not-offered');
      return enter(program, owner, { signal, report });
    },
    ahead: (owner) => queue.ahead(owner),
    metrics: () => ({
      counters: tally.counters(),
      gauges: {
        waiting: queue.length,
        running: places.taken,
        accountsWaiting: queue.accounts,
        size: places.most,
        sizeOfOthers: places.mostOfOthers,
        untested: untested.size,
      },
    }),
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      events.changed();
      await Promise.all(children.map(({ child }) => child.close()));
    },
  };
};
