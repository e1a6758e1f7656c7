import { match, P } from 'ts-pattern';
import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';

/** Generation of a report (api-v2.md §3.4). A claim is a lease that ends at `leaseUntil`. */
export type ReportGeneration =
  | { readonly status: 'Pending'; readonly failures: number; readonly notBefore: number }
  | { readonly status: 'In progress'; readonly failures: number; readonly leaseUntil: number }
  | { readonly status: 'Generated'; readonly generatedAt: number };

export type ReportCommand =
  | { readonly type: 'claim'; readonly now: number; readonly leaseMilliseconds: number }
  | { readonly type: 'finish'; readonly now: number }
  | { readonly type: 'fail'; readonly now: number };

export type ReportEvent =
  | { readonly type: 'report.claimed'; readonly leaseUntil: number }
  | { readonly type: 'report.generated'; readonly at: number }
  | { readonly type: 'report.failed'; readonly notBefore: number };

const longestPause = 10 * 60_000;

/** 1 s, 2 s, 4 s … 10 min. Generation is retried without end; each failure is in the invitation's timeline. */
const pauseAfter = (failures: number): number => Math.min(1000 * 2 ** (failures - 1), longestPause);

const notDue = refusal('resource.conflict', 'The report is not due for generation');
const notClaimed = refusal('resource.conflict', 'The report is not being generated');
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
    .with([{ status: 'Pending' }, { type: P.union('finish', 'fail') }], () => err(notClaimed))
    .with([{ status: 'Generated' }, P._], () => err(alreadyGenerated))
    .exhaustive();

export const evolveReport = (state: ReportGeneration, event: ReportEvent): ReportGeneration =>
  match([state, event] as const)
    .returnType<ReportGeneration>()
    .with([{ status: P.union('Pending', 'In progress') }, { type: 'report.claimed' }], ([{ failures }, { leaseUntil }]) => ({
      status: 'In progress',
      failures,
      leaseUntil,
    }))
    .with([{ status: 'In progress' }, { type: 'report.generated' }], ([, { at }]) => ({ status: 'Generated', generatedAt: at }))
    .with([{ status: 'In progress' }, { type: 'report.failed' }], ([{ failures }, { notBefore }]) => ({
      status: 'Pending',
      failures: failures + 1,
      notBefore,
    }))
    .with([{ status: 'Generated' }, P._], [{ status: 'Pending' }, { type: P.union('report.generated', 'report.failed') }], () => {
      throw new Error(`${event.type} cannot follow ${state.status}`);
    })
    .exhaustive();
