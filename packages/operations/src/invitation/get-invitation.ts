import { formatInstant, type InvitationTimeline, type ManagedInvitation, ok, type TimelineEntry, type TimelineEvent } from '@assay/domain';
import { answers, invitations, timeline } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { notFound, pathId, requireScope } from '../support/refusals.ts';
import { managedInvitation } from './managed-invitation.ts';

type Input = { ctx: Context; input: { testInvitationId: string } };

/** One invitation as the management API shows it. */
export const getInvitation = async ({ ctx, input }: Input): Outcome<ManagedInvitation> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const row = await ctx.assay.store.read((db) =>
    invitations.findWithReport(db, { accountId: ctx.accountId, invitationId: invitationId.value }),
  );
  return row === undefined ? notFound('invitation', invitationId.value) : ok(managedInvitation(ctx.assay, row));
};

const entryOf = (at: number, { type, ...data }: TimelineEvent): Omit<TimelineEntry, 'at'> & { at: number } => ({ at, type, data });

/** All that happened to one invitation, oldest first, with the answers that came too late to be graded. */
export const getInvitationTimeline = async ({ ctx, input }: Input): Outcome<InvitationTimeline> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  return ctx.assay.store.read(async (db) => {
    const row = await invitations.findWithReport(db, { accountId: ctx.accountId, invitationId: invitationId.value });
    if (row === undefined) return notFound('invitation', invitationId.value);
    const recorded = await timeline.list(db, ctx.accountId, row.invitation_id);
    const late = await answers.listLate(db, ctx.accountId, row.invitation_id);
    const entries = [
      entryOf(row.created_at, { type: 'invitation.registered', emailId: row.email }),
      ...recorded,
      ...late.map(({ saved_at, attempt, question_id, answer, revision }) =>
        entryOf(saved_at, { type: 'answer.late', attempt, questionId: question_id, answer, revision }),
      ),
    ];
    return ok({
      invitation: managedInvitation(ctx.assay, row),
      timeline: entries.toSorted((a, b) => a.at - b.at).map((entry) => ({ ...entry, at: formatInstant(entry.at) })),
    });
  });
};
