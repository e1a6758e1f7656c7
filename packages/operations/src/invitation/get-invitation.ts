import { formatInstant, ok, operations } from '@assay/domain';
import { answers, type Db, invitations, timeline } from '@assay/store';
import { readOperation } from '../support/operation.ts';
import { pageOf } from '../support/page.ts';
import { notFound } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

/** One invitation as the management API shows it. */
export const getInvitation = readOperation(operations.getInvitation, async ({ assay, accountId, db }, { testInvitationId }) => {
  const row = await invitations.findWithReport(db, { accountId, invitationId: testInvitationId });
  return row === undefined ? notFound('invitation', testInvitationId) : ok(managedInvitation(assay, row));
});

/** With the answer that is stored for it; it may have come after the entry was made. */
const withLateAnswer = async (db: Db, key: { accountId: number; invitationId: number }, entry: timeline.StoredEntry) => {
  const { attempt, questionId } = entry.data;
  if (entry.type !== 'answer.late' || typeof attempt !== 'number' || typeof questionId !== 'number') return entry;
  const late = await answers.findLate(db, { ...key, attempt, questionId });
  return late === undefined
    ? entry
    : { ...entry, at: late.saved_at, data: { ...entry.data, answer: late.answer, revision: late.revision } };
};

/** The timeline of one invitation, oldest first, with the answers that came too late to be graded. */
export const getInvitationTimeline = readOperation(
  operations.getInvitationTimeline,
  async ({ assay, accountId, db }, { testInvitationId, query: { limit, cursor } }) => {
    const key = { accountId, invitationId: testInvitationId };
    const row = await invitations.findWithReport(db, key);
    if (row === undefined) return notFound('invitation', testInvitationId);
    // Not stored: it is before all entries, which begin with 1.
    const registered = { entry_id: 0, at: row.created_at, type: 'invitation.registered', data: { emailId: row.email } };
    const recorded = await timeline.listPage(db, { ...key, after: cursor ?? 0, limit: limit + 1 });
    const { page, nextCursor } = pageOf(cursor === undefined ? [registered, ...recorded] : recorded, limit, (entry) => entry.entry_id);
    const entries = await Promise.all(page.map((entry) => withLateAnswer(db, key, entry)));
    return ok({
      invitation: managedInvitation(assay, row),
      timeline: entries.toSorted((a, b) => a.at - b.at).map(({ at, type, data }) => ({ at: formatInstant(at), type, data })),
      nextCursor,
    });
  },
);
