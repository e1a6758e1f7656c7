import { formatInstant, ok, operations, type TimelineEntry, type TimelineEvent } from '@assay/domain';
import { answers, invitations, timeline } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

/** One invitation as the management API shows it. */
export const getInvitation = readOperation(operations.getInvitation, async ({ assay, accountId, db }, { testInvitationId }) => {
  const row = await invitations.findWithReport(db, { accountId, invitationId: testInvitationId });
  return row === undefined ? notFound('invitation', testInvitationId) : ok(managedInvitation(assay, row));
});

const entryOf = (at: number, { type, ...data }: TimelineEvent): Omit<TimelineEntry, 'at'> & { at: number } => ({ at, type, data });

/** The timeline of one invitation, oldest first, with the answers that came too late to be graded. */
export const getInvitationTimeline = readOperation(
  operations.getInvitationTimeline,
  async ({ assay, accountId, db }, { testInvitationId }) => {
    const row = await invitations.findWithReport(db, { accountId, invitationId: testInvitationId });
    if (row === undefined) return notFound('invitation', testInvitationId);
    const recorded = await timeline.list(db, accountId, row.invitation_id);
    const late = await answers.listLate(db, accountId, row.invitation_id);
    const entries = [
      entryOf(row.created_at, { type: 'invitation.registered', emailId: row.email }),
      ...recorded,
      ...late.map(({ saved_at, attempt, question_id, answer, revision }) =>
        entryOf(saved_at, { type: 'answer.late', attempt, questionId: question_id, answer, revision }),
      ),
    ];
    return ok({
      invitation: managedInvitation(assay, row),
      timeline: entries.toSorted((a, b) => a.at - b.at).map(({ at, type, data }) => ({ at: formatInstant(at), type, data })),
    });
  },
);
