import { availableParallelism } from 'node:os';
import { faultOf } from '../bounds.ts';
import { notRun } from '../child/messages.ts';
import type { Offer, Program, Run } from '../program.ts';
import { Child } from './child.ts';
import { FairQueue, type Owner, type QueueLimits } from './fair-queue.ts';
import { type Outcome, openTally, type ReportRun, type Runner, refusals, usualQueue } from './runner.ts';

export type ChildOfKind = {
  readonly name: string;
  readonly runs: 'threads' | 'processes';
  readonly restricted: boolean;
  /** What a self-test found, for a kind that opens with it. */
  readonly offers?: readonly Offer[];
};

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
  /** Further kinds, after those, that a self-test finds while the others run already. */
  readonly later?: Promise<readonly ChildOfKind[]>;
  /** Programs at the same time: the server keeps a core. */
  readonly size?: number;
  readonly limits?: Partial<QueueLimits>;
  /** Wall time until a thread, and until a child process, counts as hanging: beyond what its limits take on a busy machine. */
  readonly stuckSeconds?: number;
  readonly silenceSeconds?: number;
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

/** Processor seconds of a program after which others have their turn. */
const turnSeconds = 10;

const isSuspect = ({ runs, suspectUntil }: Job): boolean => runs.length < suspectUntil;

/** Runs programs in child processes. Resolves when each kind is ready or does not start. */
export const openRunner = async (options: RunnerOptions): Promise<Runner & { readonly settled: Promise<void> }> => {
  const size = options.size ?? Math.max(1, availableParallelism() - 1);
  const { kinds = [{ name: 'embedded', runs: 'threads', restricted: true }], stuckSeconds = 30, silenceSeconds = 60 } = options;
  const { later = Promise.resolve([]), assets = new URL('../../assets/', options.child) } = options;
  const queue = new FairQueue<Job>({ ...usualQueue, ...options.limits });
  const tally = openTally();
  const { totals, refuse } = tally;
  let running = 0;
  const suspects = { waiting: 0, running: 0 };
  let isClosed = false;

  const looks = new Set<() => void>();
  const events = {
    changed: () => {
      for (const look of looks) look();
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
  const placesOf = ({ name, runs, restricted, offers = [] }: ChildOfKind) => {
    const processes = runs === 'threads' ? 1 : size;
    const settings = { kind: name, size: size / processes, stuckSeconds, offers, assets: assets.href };
    // Before the first run of such a program a compiler has its time.
    const silence = runs === 'threads' ? silenceSeconds : silenceSeconds * 10;
    const child = { file: options.child, settings, isRestricted: restricted, silenceSeconds: silence };
    return Array.from({ length: processes }, () => ({ runs, child: new Child(child, events) }));
  };
  const children = kinds.flatMap(placesOf);
  const whenKnown = (places: typeof children): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!places.every(({ child }) => child.isReady || child.isDown)) return;
        looks.delete(look);
        resolve();
      };
      looks.add(look);
      look();
    });

  const offersIt = ({ child }: { child: Child }, { language, tasks }: Program): boolean =>
    tasks.every(({ mode }) => child.offers.some((offer) => offer.language === language && offer.modes.includes(mode)));
  /** Only the preferred kind among those that offer it, even when another one is idle: a program's verdict must not depend on the load. */
  const placesFor = (program: Program) => {
    const first = children.find((place) => offersIt(place, program));
    return children.filter(({ child }) => child.settings.kind === first?.child.settings.kind);
  };
  const freePlace = (program: Program) => placesFor(program).find(({ child }) => child.free > 0);

  const finish = (job: Job): void => {
    tally.count(job.runs);
    queue.leave(job);
    job.resolve({ runs: job.runs });
  };
  const giveUp = (job: Job, reason: string): void => {
    while (job.runs.length < job.program.tasks.length) job.runs.push(notRun(reason));
    finish(job);
  };

  const start = async (job: Job, { runs, child }: (typeof children)[number]): Promise<void> => {
    running += 1;
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
    const left = await child.run({ ...job.program, tasks }, report, job.signal);
    running -= 1;
    if (wasSuspect) suspects.running -= 1;
    if (job.signal?.aborted) finish(job);
    else if (left === 'died' && wasSuspect) giveUp(job, 'the engine died\n');
    else if (job.runs.length === job.program.tasks.length) finish(job);
    else if (isClosed) giveUp(job, 'the runner was closed\n');
    else {
      if (left === 'died') job.suspectUntil = from + tasks.length;
      if (isSuspect(job)) suspects.waiting += 1;
      queue.putBack(job);
    }
    advance();
  };

  const advance = (): void => {
    // A suspect waits until nothing else runs, and nothing else starts meanwhile.
    const mayStart = (job: Job): boolean =>
      (suspects.waiting === 0 || (isSuspect(job) && running === 0)) && freePlace(job.program) !== undefined;
    while (running < size && suspects.running === 0) {
      const job = queue.take(mayStart);
      const place = job && freePlace(job.program);
      if (job === undefined || place === undefined) break;
      void start(job, place);
    }
    // Those that no process will ever take.
    for (;;) {
      const job = queue.take(({ program }) => isClosed || placesFor(program).every(({ child }) => child.isDown));
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

  await whenKnown(children);
  const settled = later.then((found) => {
    if (isClosed) return;
    const places = found.flatMap(placesOf);
    children.push(...places);
    return whenKnown(places);
  });
  let isSettled = false;
  void settled.then(() => {
    isSettled = true;
  });
  const untilSettled = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve(), { once: true });
      void settled.then(resolve);
    });

  return {
    settled,
    offers: () => {
      const seen = new Set<string>();
      return children
        .flatMap(({ child }) => child.offers)
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
      if (!isSettled && placesFor(program).length === 0) await untilSettled(signal);
      if (isClosed) return refuse('closed');
      if (signal?.aborted) return refuse('aborted');
      if (placesFor(program).length === 0) return refuse('not-offered');
      return new Promise((resolve) => {
        const onAbort = (): void => drop(job);
        const answer = (outcome: Outcome): void => {
          signal?.removeEventListener('abort', onAbort);
          resolve(outcome);
        };
        const job: Job = { program, owner, runs: [], resolve: answer, signal, report, since: performance.now(), suspectUntil: 0 };
        const refusal = queue.enter(job);
        if (refusal !== undefined) return answer(refuse(refusal));
        totals.programs += 1;
        signal?.addEventListener('abort', onAbort);
        advance();
      });
    },
    metrics: () => ({
      counters: tally.counters(),
      gauges: { waiting: queue.length, running, accountsWaiting: queue.accounts, size },
    }),
    close: async () => {
      isClosed = true;
      advance();
      await Promise.all(children.map(({ child }) => child.close()));
    },
  };
};
