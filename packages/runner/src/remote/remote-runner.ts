import { faultOf } from '../bounds.ts';
import { notRun } from '../child/messages.ts';
import type { EngineState } from '../engine-state.ts';
import { FairQueue, type Owner, type QueueLimits, waiterOf } from '../pool/fair-queue.ts';
import { type Outcome, openTally, type Runner, refusals, usualQueue } from '../pool/runner.ts';
import { isAmong, type Offer, type Program, type Run } from '../program.ts';
import { ServiceFault } from './service.ts';

/** All that leaves for a service: source, inputs and limits. */
export type RemoteProgram = Program & {
  /** Of its tasks; empty for one that has none. */
  readonly inputs: readonly string[];
};

/** A service that runs programs for us. Both functions reject with a `ServiceFault` when it does not do its part. */
export type RemoteEngine = {
  readonly name: string;
  /** Asks what is offered. */
  readonly look: (signal: AbortSignal) => Promise<{ readonly offers: readonly Offer[]; readonly about: string }>;
  /** Reports one run for each input. `owner` is for a service that has turns; none of it leaves as it is. */
  readonly run: (program: RemoteProgram, report: (index: number, run: Run) => void, signal: AbortSignal, owner: Owner) => Promise<void>;
};

export type RemoteRunnerOptions = {
  /** Programs at the same time that no candidate waits for. Those that one waits for have as many places again. */
  readonly size?: number | undefined;
  readonly limits?: Partial<QueueLimits> | undefined;
  /** Seconds until a service that could not be reached is asked again what it offers, and one that could be. */
  readonly lookAgain?: { readonly failed: number; readonly reached: number };
};

export type RemoteRunner = Runner & {
  /** How it stands by now. */
  state(): EngineState;
};

type Job = {
  readonly program: RemoteProgram;
  readonly owner: Owner;
  readonly since: number;
  readonly leaving: AbortSignal;
  readonly resolve: (outcome: Outcome) => void;
};

const never = new AbortController().signal;

/** Runs programs by a service. What the service lets down is `not-run`. Resolves when the service was asked for the first time. */
export const openRemoteRunner = async (engine: RemoteEngine, options: RemoteRunnerOptions = {}): Promise<RemoteRunner> => {
  const { size = 4, lookAgain = { failed: 15, reached: 600 } } = options;
  const queue = new FairQueue<Job>({ ...usualQueue, ...options.limits });
  const tally = openTally();
  const { totals, refuse } = tally;
  const closing = new AbortController();
  const places = size * 2;
  const running = new Set<Job>();
  let offers: readonly Offer[] = [];
  let about = '';
  let fault: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      ({ offers, about } = await engine.look(closing.signal));
      fault = offers.length === 0 ? `${engine.name} offers no language that we know` : null;
    } catch (error) {
      // What it offered before is kept: programs wait for a service that is down, and are not given to another engine.
      if (!closing.signal.aborted) fault = error instanceof ServiceFault ? error.message : `${engine.name}: ${String(error)}`;
    }
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void look(), (fault === null ? lookAgain.reached : lookAgain.failed) * 1000);
    timer.unref();
  };
  await look();

  const runsOf = async ({ program, owner, leaving }: Job): Promise<readonly Run[]> => {
    const runs: (Run | undefined)[] = program.inputs.map(() => undefined);
    let reason = 'the service gave no result\n';
    try {
      await engine.run(
        program,
        (index, run) => {
          runs[index] = run;
        },
        AbortSignal.any([closing.signal, leaving]),
        owner,
      );
    } catch (error) {
      reason = error instanceof ServiceFault ? `${error.message}\n` : `${engine.name} was left\n`;
    }
    return runs.map((run) => run ?? notRun(reason));
  };
  const start = async (job: Job): Promise<void> => {
    running.add(job);
    totals.waitSeconds += (performance.now() - job.since) / 1000;
    const runs = await runsOf(job);
    running.delete(job);
    tally.count(runs);
    queue.leave(job);
    job.resolve({ runs });
    advance();
  };
  const isCandidates = (job: Job): boolean => waiterOf(job) === 'candidate';
  const advance = (): void => {
    while (running.size < places) {
      const hasOthers = [...running].filter((job) => !isCandidates(job)).length < size;
      const job = queue.take((one) => hasOthers || isCandidates(one), places);
      if (job === undefined) return;
      void start(job);
    }
  };
  return {
    offers: () => offers,
    run: async (program, owner, signal = never) => {
      if (closing.signal.aborted) return refuse('closed');
      const wrong = faultOf(program);
      if (wrong !== undefined) return refuse('invalid', `${refusals.invalid}: ${wrong}`);
      if (!isAmong(offers, program)) return refuse('not-offered');
      if (signal.aborted) return refuse('aborted');
      const { language, source, tasks, limits, engine } = program;
      const inputs = tasks.map((task) => (task.mode === 'stdio' ? task.input : ''));
      return new Promise((resolve) => {
        const onAbort = (): void => {
          finish(refuse('aborted'));
          if (queue.remove(job)) queue.leave(job);
        };
        const finish = (outcome: Outcome): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(outcome);
        };
        const job: Job = {
          program: { language, source, tasks, inputs, limits, engine },
          ...{ owner, since: performance.now(), leaving: signal, resolve: finish },
        };
        const refusal = queue.enter(job);
        if (refusal !== undefined) return finish(refuse(refusal));
        totals.programs += 1;
        signal.addEventListener('abort', onAbort);
        advance();
      });
    },
    ahead: (owner) => queue.ahead(owner),
    metrics: () => ({
      counters: tally.counters(),
      gauges: {
        ...{ waiting: queue.length, running: running.size, accountsWaiting: queue.accounts },
        ...{ size: places, sizeOfOthers: size, untested: 0 },
      },
    }),
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      for (let job = queue.take(() => true); job !== undefined; job = queue.take(() => true)) {
        queue.leave(job);
        job.resolve({ runs: job.program.inputs.map(() => notRun('the runner was closed\n')) });
      }
    },
    state: () => ({
      ...{ engine: engine.name, offers, refusal: fault, warnings: [] },
      checks: [{ name: 'it answers', passed: fault === null, detail: fault ?? about }],
    }),
  };
};
