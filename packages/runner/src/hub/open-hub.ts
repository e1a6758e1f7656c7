import { randomBytes, randomUUID } from 'node:crypto';
import { faultOf } from '../bounds.ts';
import { notRun } from '../child/messages.ts';
import type { EngineState } from '../engine-state.ts';
import { FairQueue, type Owner, type QueueLimits, waiterOf } from '../pool/fair-queue.ts';
import { type Outcome, openTally, type ReportRun, type Runner, refusals, usualQueue } from '../pool/runner.ts';
import type { Language, Offer, Program, Run, Task } from '../program.ts';
import { byVersion } from '../remote/source-files.ts';
import { type Claimed, type Hello, leavingOwner, leavingProgram, type Report, runnerModes, type Welcome } from './protocol.ts';

export type HubOptions = {
  /** A claim ends when its runner has reported nothing for so long. */
  readonly leaseSeconds?: number;
  /** A claim waits so long for a program. */
  readonly pollSeconds?: number;
  /** A runner that has not been heard of for so long is gone, and its languages with it. */
  readonly absentSeconds?: number;
  readonly limits?: Partial<QueueLimits>;
};

/** `gone`: the claim has ended, or never was. */
export type ReportResult = 'accepted' | 'gone' | 'invalid';

/** A runner whose programs wait until runner processes of ours claim them. */
export type Hub = Runner & {
  /** Undefined when there are too many runners. */
  hello(hello: Hello): Welcome | undefined;
  /** The next program for a runner, or undefined when none came in time. Unknown runners say hello first. */
  claim(runner: string, signal: AbortSignal): Promise<Claimed | 'unknown' | undefined>;
  report(report: Report): ReportResult;
  state(): EngineState;
};

/** What a runner runs programs of a language and mode by. */
type Abilities = ReadonlyMap<string, Offer>;
type Connected = {
  readonly id: string;
  readonly can: Abilities;
  readonly size: number;
  readonly sizeOfOthers: number;
  seen: number;
  /** It has given a program back: it stops, or its offers are no longer true. It gets nothing more until it says hello again. */
  isLeaving: boolean;
};
type Poll = { readonly runner: Connected; readonly settle: (claimed: Claimed | undefined) => void };
type Lease = { readonly id: string; readonly runner: Connected; readonly from: number; until: number };
type Job = {
  readonly program: Program;
  readonly abilities: readonly string[];
  readonly owner: Owner;
  readonly since: number;
  readonly runs: Run[];
  readonly resolve: (outcome: Outcome) => void;
  readonly ran: ReportRun | undefined;
  lease: Lease | undefined;
  losses: number;
};

const mostRunners = 1000;
/** A program that so many runners were lost with may be the reason. */
const mostLosses = 3;

/** Of a program that must have an engine it names that too. */
const abilityOf = (language: Language, mode: Task['mode'], engine: string | undefined): string =>
  [language, mode, ...(engine === undefined ? [] : [engine])].join(' ');

const abilitiesOf = (offers: readonly Offer[]): Abilities => {
  const can = new Map<string, Offer>();
  for (const engineOf of [() => undefined, ({ engine }: Offer) => engine])
    for (const offer of offers)
      for (const mode of offer.modes) {
        const ability = abilityOf(offer.language, mode, engineOf(offer));
        // The first one is what the runner takes.
        if (!can.has(ability)) can.set(ability, offer);
      }
  return can;
};

const isForOthers = (job: Job): boolean => waiterOf(job) !== 'candidate';
const isRegrade = (job: Job): boolean => waiterOf(job) === 'regrade';

const rank = ({ engine, version }: Offer): string => `${engine === 'native' ? 1 : 0} ${version.replace(/^\D*/, '')} ${version}`;
const isSame = (one: Offer | undefined, other: Offer | undefined): boolean =>
  one !== undefined && one.engine === other?.engine && one.version === other.version;

export const openHub = ({ leaseSeconds = 30, pollSeconds = 25, absentSeconds = 60, limits }: HubOptions = {}): Hub => {
  const queue = new FairQueue<Job>({ ...usualQueue, ...limits });
  const tally = openTally();
  const { totals, refuse } = tally;
  const runners = new Map<string, Connected>();
  const polls = new Set<Poll>();
  const leased = new Map<string, Job>();
  /** Of this process: what runners are told of owners says nothing to them, nor to the next process. */
  const ownersKey = randomBytes(32).toString('base64url');
  let chosen: Abilities = new Map();
  let isClosed = false;

  /**
   * Of several versions the newest, and native before embedded: programs of a language go only to runners that have this one, because
   * a verdict must not depend on which of them is idle.
   */
  const choose = (): void => {
    const best = new Map<string, Offer>();
    for (const { can } of runners.values())
      for (const [ability, offer] of can) {
        const other = best.get(ability);
        if (other === undefined || byVersion(rank(offer), rank(other)) > 0) best.set(ability, offer);
      }
    chosen = best;
  };
  const isOffered = ({ abilities }: Pick<Job, 'abilities'>): boolean => abilities.every((ability) => chosen.has(ability));

  const finish = (job: Job): void => {
    tally.count(job.runs);
    queue.leave(job);
    job.resolve({ runs: job.runs });
  };
  const giveUp = (job: Job, reason: string): void => {
    while (job.runs.length < job.program.tasks.length) job.runs.push(notRun(reason));
    finish(job);
  };
  /** Without those that leave: the same process may be here again. */
  const sum = (of: (runner: Connected) => number): number =>
    [...runners.values()].reduce((total, runner) => total + (runner.isLeaving ? 0 : of(runner)), 0);
  const places = (): number => sum(({ size }) => size);
  /** What a candidate waits for has all places of a runner; others have their part of them, and half of that is for regrades. */
  const placesLeft = (runner: Connected): ((job: Job) => boolean) => {
    const held = [...leased.values()].filter((job) => job.lease?.runner === runner && isForOthers(job));
    const hasOthers = held.length < runner.sizeOfOthers;
    const hasRegrades = hasOthers && held.filter(isRegrade).length < Math.max(1, Math.floor(runner.sizeOfOthers / 2));
    return (job) => (isRegrade(job) ? hasRegrades : !isForOthers(job) || hasOthers);
  };
  const take = (runner: Connected): Claimed | undefined => {
    const hasPlace = placesLeft(runner);
    const canRun = (job: Job) => hasPlace(job) && job.abilities.every((ability) => isSame(runner.can.get(ability), chosen.get(ability)));
    const job = queue.take(canRun, places());
    if (job === undefined) return undefined;
    const from = job.runs.length;
    const lease = { id: randomUUID(), runner, from, until: performance.now() + leaseSeconds * 1000 };
    if (from === 0 && job.losses === 0) totals.waitSeconds += (performance.now() - job.since) / 1000;
    job.lease = lease;
    leased.set(lease.id, job);
    const program = leavingProgram({ ...job.program, tasks: job.program.tasks.slice(from) });
    return { id: lease.id, owner: leavingOwner(job.owner, ownersKey), ...program };
  };
  const dispatch = (): void => {
    for (const poll of polls) {
      const claimed = take(poll.runner);
      if (claimed !== undefined) poll.settle(claimed);
    }
  };
  const endLease = (job: Job): void => {
    if (job.lease !== undefined) leased.delete(job.lease.id);
    job.lease = undefined;
  };
  const takeBack = (job: Job): void => {
    endLease(job);
    job.losses += 1;
    if (job.losses >= mostLosses) giveUp(job, `${mostLosses} runners were lost with this program\n`);
    else queue.putBack(job);
  };
  const sweep = setInterval(
    () => {
      const now = performance.now();
      const waiting = new Set([...polls].map(({ runner }) => runner));
      for (const runner of runners.values()) {
        if (waiting.has(runner)) runner.seen = now;
        else if (now - runner.seen > absentSeconds * 1000) runners.delete(runner.id);
      }
      choose();
      for (const job of [...leased.values()]) if (job.lease !== undefined && job.lease.until < now) takeBack(job);
      // These go to another engine, or wait elsewhere.
      for (let job = queue.take((one) => !isOffered(one)); job !== undefined; job = queue.take((one) => !isOffered(one))) {
        queue.leave(job);
        job.resolve(refuse('not-offered'));
      }
      dispatch();
    },
    Math.min(1000, (leaseSeconds * 1000) / 4),
  );
  sweep.unref();

  const offers = (): readonly Offer[] => {
    const grouped = new Map<string, { readonly offer: Offer; readonly modes: Set<(typeof runnerModes)[number]> }>();
    for (const [ability, offer] of chosen) {
      const key = `${offer.language} ${offer.engine} ${offer.version}`;
      const group = grouped.get(key) ?? { offer, modes: new Set() };
      for (const mode of runnerModes) if (ability.split(' ')[1] === mode) group.modes.add(mode);
      grouped.set(key, group);
    }
    return [...grouped.values()].map(({ offer, modes }) => ({
      ...offer,
      engine: `runner ${offer.engine}`,
      modes: runnerModes.filter((mode) => modes.has(mode)),
    }));
  };

  return {
    offers,
    hello: ({ offers, size, sizeOfOthers }) => {
      if (isClosed || runners.size >= mostRunners) return undefined;
      const seen = performance.now();
      const runner: Connected = { id: randomUUID(), can: abilitiesOf(offers), size, sizeOfOthers, seen, isLeaving: false };
      runners.set(runner.id, runner);
      choose();
      return { runner: runner.id, leaseSeconds };
    },
    claim: async (id, signal) => {
      const runner = runners.get(id);
      if (runner === undefined || runner.isLeaving) return 'unknown';
      runner.seen = performance.now();
      if (isClosed || signal.aborted) return undefined;
      const claimed = take(runner);
      if (claimed !== undefined) return claimed;
      return new Promise((resolve) => {
        const settle = (result: Claimed | undefined): void => {
          polls.delete(poll);
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          runner.seen = performance.now();
          resolve(result);
        };
        const onAbort = (): void => settle(undefined);
        const timer = setTimeout(onAbort, pollSeconds * 1000);
        const poll = { runner, settle };
        // More than it has places for are left over from connections that broke.
        const [oldest, ...own] = [...polls].filter((other) => other.runner === runner);
        if (oldest !== undefined && own.length + 1 >= runner.size) oldest.settle(undefined);
        polls.add(poll);
        signal.addEventListener('abort', onAbort);
      });
    },
    report: (report) => {
      const job = leased.get(report.id);
      const lease = job?.lease;
      if (job === undefined || lease === undefined) return 'gone';
      lease.runner.seen = performance.now();
      lease.until = performance.now() + leaseSeconds * 1000;
      if ('renew' in report) return 'accepted';
      if ('giveBack' in report) {
        const { runner } = lease;
        runner.isLeaving = true;
        // Their connections may be gone, and what they were given would wait for the end of its lease.
        for (const poll of [...polls]) if (poll.runner === runner) poll.settle(undefined);
        takeBack(job);
        dispatch();
        return 'accepted';
      }
      const { run } = report;
      const at = lease.from + report.index;
      // A report whose response was lost comes again.
      if (at < job.runs.length) return 'accepted';
      if (at > job.runs.length || at >= job.program.tasks.length) return 'invalid';
      // Where a candidate wrote no UTF-8, a byte has become three.
      const longest = job.program.limits.output * 3 + 65_536;
      const isTooLong = Buffer.byteLength(run.stdout) > longest || Buffer.byteLength(run.stderr) > longest;
      if (isTooLong || (job.program.tasks[at]?.mode !== 'function' && run.value !== undefined)) return 'invalid';
      job.runs.push(run);
      if (job.runs.length === job.program.tasks.length) {
        endLease(job);
        finish(job);
        dispatch();
      }
      // At last: who is told may leave the program.
      job.ran?.(at, run);
      return 'accepted';
    },
    run: async (program, owner, signal, ran) => {
      if (isClosed) return refuse('closed');
      const fault = faultOf(program);
      if (fault !== undefined) return refuse('invalid', `${refusals.invalid}: ${fault}`);
      const abilities = [...new Set(program.tasks.map(({ mode }) => abilityOf(program.language, mode, program.engine)))];
      if (!isOffered({ abilities })) return refuse('not-offered');
      if (signal?.aborted) return refuse('aborted');
      return new Promise((resolve) => {
        const onAbort = (): void => {
          settle(refuse('aborted'));
          endLease(job);
          queue.remove(job);
          queue.leave(job);
          dispatch();
        };
        const settle = (outcome: Outcome): void => {
          signal?.removeEventListener('abort', onAbort);
          resolve(outcome);
        };
        const since = performance.now();
        const job: Job = { program, abilities, owner, since, runs: [], resolve: settle, ran, lease: undefined, losses: 0 };
        const refusal = queue.enter(job);
        if (refusal !== undefined) return settle(refuse(refusal));
        totals.programs += 1;
        signal?.addEventListener('abort', onAbort);
        dispatch();
      });
    },
    ahead: (owner) => queue.ahead(owner),
    metrics: () => {
      return {
        counters: tally.counters(),
        gauges: {
          waiting: queue.length,
          running: leased.size,
          accountsWaiting: queue.accounts,
          size: places(),
          sizeOfOthers: sum(({ sizeOfOthers }) => sizeOfOthers),
          untested: 0,
        },
      };
    },
    state: () => ({
      ...{ engine: 'runners', offers: offers(), checks: [], warnings: [] },
      refusal: runners.size === 0 ? 'no runner is connected' : null,
    }),
    close: async () => {
      isClosed = true;
      clearInterval(sweep);
      for (const poll of [...polls]) poll.settle(undefined);
      for (const job of [...leased.values()]) {
        endLease(job);
        giveUp(job, 'the server stops\n');
      }
      for (let job = queue.take(() => true); job !== undefined; job = queue.take(() => true)) giveUp(job, 'the server stops\n');
    },
  };
};
