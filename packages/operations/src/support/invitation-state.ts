import { evolve, type Invitation, type InvitationEvent } from '@assay/domain';
import { invitations, type Tx, timeline } from '@assay/store';
import { match } from 'ts-pattern';

type Row = invitations.Invitation;

const must = <Value>(value: Value | null, column: string): Value => {
  if (value === null) throw new Error(`an invitation in this status has no ${column}`);
  return value;
};

/** The aggregate that a row holds. */
export const stateOf = (row: Row): Invitation =>
  match(row.status)
    .returnType<Invitation>()
    .with('Pending', 'Reset', (status) => ({ status, extraMinutes: row.extra_minutes }))
    .with('In progress', (status) => ({
      status,
      startedAt: must(row.started_at, 'started_at'),
      durationMinutes: must(row.duration, 'duration'),
      extraMinutes: row.extra_minutes,
      windowEnd: row.window_end,
      deadline: must(row.deadline, 'deadline'),
    }))
    .with('Completed', (status) => ({
      status,
      startedAt: must(row.started_at, 'started_at'),
      completedAt: must(row.completed_at, 'completed_at'),
      completedBy: must(row.completed_by, 'completed_by'),
    }))
    .with('Cancelled', (status) => ({ status }))
    .exhaustive();

const notStarted = {
  started_at: null,
  duration: null,
  window_end: null,
  deadline: null,
  completed_at: null,
  completed_by: null,
  version: null,
  session_id: null,
};

/** The columns that hold a state. */
const columnsOf = (state: Invitation): Partial<Row> =>
  match(state)
    .returnType<Partial<Row>>()
    .with({ status: 'Pending' }, { status: 'Reset' }, ({ status, extraMinutes }) => ({
      status,
      extra_minutes: extraMinutes,
      ...notStarted,
    }))
    .with({ status: 'In progress' }, ({ status, startedAt, durationMinutes, extraMinutes, windowEnd, deadline }) => ({
      status,
      started_at: startedAt,
      duration: durationMinutes,
      extra_minutes: extraMinutes,
      window_end: windowEnd,
      deadline,
    }))
    .with({ status: 'Completed' }, ({ status, completedAt, completedBy }) => ({
      status,
      completed_at: completedAt,
      completed_by: completedBy,
    }))
    .with({ status: 'Cancelled' }, ({ status }) => ({ status }))
    .exhaustive();

/** Adds a line to the invitation's timeline, which is its audit. */
export const record = (
  tx: Tx,
  row: Pick<Row, 'account_id' | 'invitation_id'>,
  type: string,
  at: number,
  data: Record<string, unknown> = {},
) => timeline.append(tx, { accountId: row.account_id, invitationId: row.invitation_id, type, data: JSON.stringify(data), at });

/**
 * Writes the state after `event`, with `also` beside it, and the event to the timeline. False when the row was no longer as read.
 */
export const apply = async (tx: Tx, row: Row, event: InvitationEvent, now: number, also: Partial<Row> = {}): Promise<boolean> => {
  const written = await invitations.update(tx, row, { ...columnsOf(evolve(stateOf(row), event)), ...also, updated_at: now });
  if (!written) return false;
  const { type, ...data } = event;
  await record(tx, row, type, now, data);
  return true;
};
