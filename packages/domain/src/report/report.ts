import { match, P } from 'ts-pattern';
import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';

/**
 * Generation of a report (api-v2.md §3.4). A claim is a lease that ends at `leaseUntil`. A report that waits for programs to be graded is
 * in progress too, with a lease that the grader of the last one ends: if that never comes, its end makes generation look again.
 */
export type ReportGeneration =
  | { readonly status: 'Pending'; readonly failures: number; readonly notBefore: number }
  | { readonly status: 'In progress'; readonly failures: number; readonly leaseUntil: number }
  | { readonly status: 'Generated'; readonly generatedAt: number };

export type ReportCommand =
  | { readonly type: 'claim'; readonly now: number; readonly leaseMilliseconds: number }
  | { readonly type: 'finish'; readonly now: number }
  | { readonly type: 'fail'; readonly now: number }
  | { readonly type: 'wait'; readonly now: number; readonly leaseMilliseconds: number }
  | { readonly type: 'release'; readonly now: number }
  | { readonly type: 'regrade'; readonly now: number };

export type ReportEvent =
  | { readonly type: 'report.claimed'; readonly leaseUntil: number }
  | { readonly type: 'report.generated'; readonly at: number }
  | { readonly type: 'report.failed'; readonly notBefore: number }
  | { readonly type: 'report.waits'; readonly leaseUntil: number }
  | { readonly type: 'report.released'; readonly at: number }
  | { readonly type: 'report.regraded'; readonly at: number };

const longestPause = 10 * 60_000;

/** 1 s, 2 s, 4 s … 10 min. Grading and generation are retried without end; failures are in the invitation's timeline. */
export const pauseAfter = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), longestPause);

const notDue = refusal('resource.conflict', 'The report is not due for generation');
const notClaimed = refusal('resource.conflict', 'The report is not being generated');
const notGenerated = refusal('resource.conflict', 'The report is not generated yet');
const alreadyGenerated = refusal('resource.conflict', 'The report is already generated');

export const decideReport = (state: ReportGeneration, command: ReportCommand): Result<ReportEvent, Refusal> =>
  match([state, command] as const)
    .returnType<Result<ReportEvent, Refusal>>()
    .with([{ status: 'Pending' }, { type: 'claim' }], ([{ notBefore }, { now, leaseMilliseconds }]) =>
      now < notBefore ? err(notDue) : ok({ type: 'report.claimed', leaseUntil: now + leaseMilliseconds }),
    )
    .with([{ status: 'In progress' }, { type: 'claim' }], ([{ leaseUntil }, { now, leaseMilliseconds }]) =>
      now < leaseUntil ? err(notDue) : ok({ type: 'report.claimed', leaseUntil: now + leaseMilliseconds }),
    )
    .with([{ status: 'In progress' }, { type: 'finish' }], ([, { now }]) => ok({ type: 'report.generated', at: now }))
    .with([{ status: 'In progress' }, { type: 'fail' }], ([{ failures }, { now }]) =>
      ok({ type: 'report.failed', notBefore: now + pauseAfter(failures + 1) }),
    )
    .with([{ status: P.union('Pending', 'In progress') }, { type: 'wait' }], ([, { now, leaseMilliseconds }]) =>
      ok({ type: 'report.waits', leaseUntil: now + leaseMilliseconds }),
    )
    .with([{ status: 'In progress' }, { type: 'release' }], ([, { now }]) => ok({ type: 'report.released', at: now }))
    .with([{ status: 'Pending' }, { type: P.union('finish', 'fail', 'release') }], () => err(notClaimed))
    .with([{ status: P.union('Pending', 'In progress') }, { type: 'regrade' }], () => err(notGenerated))
    .with([{ status: 'Generated' }, { type: 'regrade' }], ([, { now }]) => ok({ type: 'report.regraded', at: now }))
    .with([{ status: 'Generated' }, P._], () => err(alreadyGenerated))
    .exhaustive();

export const evolveReport = (state: ReportGeneration, event: ReportEvent): ReportGeneration =>
  match([state, event] as const)
    .returnType<ReportGeneration>()
    .with(
      [{ status: P.union('Pending', 'In progress') }, { type: P.union('report.claimed', 'report.waits') }],
      ([{ failures }, { leaseUntil }]) => ({ status: 'In progress', failures, leaseUntil }),
    )
    .with([{ status: 'In progress' }, { type: 'report.released' }], ([{ failures }, { at }]) => ({
      status: 'In progress',
      failures,
      leaseUntil: at,
    }))
    .with([{ status: 'Generated' }, { type: 'report.regraded' }], ([, { at }]) => ({ status: 'Generated', generatedAt: at }))
    .with([{ status: 'In progress' }, { type: 'report.generated' }], ([, { at }]) => ({ status: 'Generated', generatedAt: at }))
    .with([{ status: 'In progress' }, { type: 'report.failed' }], ([{ failures }, { notBefore }]) => ({
      status: 'Pending',
      failures: failures + 1,
      notBefore,
    }))
    .with(
      [{ status: 'Generated' }, P._],
      [{ status: 'Pending' }, { type: P.union('report.generated', 'report.failed', 'report.released') }],
      [{ status: P.union('Pending', 'In progress') }, { type: 'report.regraded' }],
      () => {
        throw new Error(`${event.type} cannot follow ${state.status}`);
      },
    )
    .exhaustive();
