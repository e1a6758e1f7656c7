import { evolve, type Invitation, type InvitationEvent, isChange, type TimelineEvent } from '@assay/domain';
import { invitations, type Tx, timeline } from '@assay/store';

type Row = invitations.Invitation;

const required = <Value>(value: Value | null, column: string): Value => {
  if (value === null) throw new Error(`an invitation in this status has no ${column}`);
  return value;
};

/** The aggregate that a row holds. */
export const stateOf = (row: Row): Invitation => {
  const { status, extra_minutes: extraMinutes } = row;
  switch (status) {
    case 'Pending':
    case 'Reset':
      return { status, extraMinutes };
    case 'In progress':
      return {
        status,
        startedAt: required(row.started_at, 'started_at'),
        durationMinutes: required(row.duration, 'duration'),
        extraMinutes,
        windowEnd: row.window_end,
        deadline: required(row.deadline, 'deadline'),
      };
    case 'Completed':
      return {
        status,
        startedAt: required(row.started_at, 'started_at'),
        completedAt: required(row.completed_at, 'completed_at'),
        completedBy: required(row.completed_by, 'completed_by'),
      };
    case 'Cancelled':
      return { status };
  }
};

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
const columnsOf = (state: Invitation): Partial<Row> => {
  const { status } = state;
  switch (state.status) {
    case 'Pending':
    case 'Reset':
      return { status, extra_minutes: state.extraMinutes, ...notStarted };
    case 'In progress': {
      const { startedAt: started_at, durationMinutes: duration, extraMinutes: extra_minutes, windowEnd: window_end, deadline } = state;
      return { status, started_at, duration, extra_minutes, window_end, deadline };
    }
    case 'Completed':
      return { status, completed_at: state.completedAt, completed_by: state.completedBy };
    case 'Cancelled':
      return { status };
  }
};

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
