import { evolve, type Invitation, type InvitationEvent, isChange, type TimelineEvent } from '@assay/domain';
import { invitations, type Tx, timeline } from '@assay/store';
import { match } from 'ts-pattern';

type Row = invitations.Invitation;

const required = <Value>(value: Value | null, column: string): Value => {
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
      startedAt: required(row.started_at, 'started_at'),
      durationMinutes: required(row.duration, 'duration'),
      extraMinutes: row.extra_minutes,
      windowEnd: row.window_end,
      deadline: required(row.deadline, 'deadline'),
    }))
    .with('Completed', (status) => ({
      status,
      startedAt: required(row.started_at, 'started_at'),
      completedAt: required(row.completed_at, 'completed_at'),
      completedBy: required(row.completed_by, 'completed_by'),
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
  seen_at: null,
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

/** Adds an entry to the invitation's timeline, which is its audit log. */
export const record = (tx: Tx, row: Pick<Row, 'account_id' | 'invitation_id'>, at: number, { type, ...data }: TimelineEvent) =>
  timeline.append(tx, { accountId: row.account_id, invitationId: row.invitation_id, type, data, at });

/**
 * Writes the state after `event`, the columns of `also`, and the event to the timeline; nothing when the event changes nothing.
 * False when another request changed the row after it was read.
 */
export const apply = async (tx: Tx, row: Row, event: InvitationEvent, now: number, also: Partial<Row> = {}): Promise<boolean> => {
  if (!isChange(event)) return true;
  const written = await invitations.update(tx, row, { ...columnsOf(evolve(stateOf(row), event)), ...also, updated_at: now });
  if (!written) return false;
  await record(tx, row, now, event);
  return true;
};
