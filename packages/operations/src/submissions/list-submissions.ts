import { type CodeSubmission, type CodeSubmissions, codeQuestionsOf, ok, operations } from '@assay/domain';
import { invitations } from '@assay/store';
import { recordAnswersRead } from '../answers/record-answers-read.ts';
import { readPrograms, submissionOf } from '../answers/submission.ts';
import type { Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { pageOf } from '../support/page.ts';
import { notFound } from '../support/refusals.ts';

/** The programs of an invitation's present attempt, once it is completed, with the verdicts of their cases. */
export const listSubmissions = operation(operations.listSubmissions, async (ctx, { testInvitationId: invitationId, query }) => {
  const { assay, accountId } = ctx;
  const { limit, cursor = 0 } = query;
  const found = await assay.store.read(async (db): Outcome<CodeSubmissions> => {
    const row = await invitations.find(db, { accountId, invitationId });
    if (row === undefined) return notFound('invitation', invitationId);
    const { attempt, test_id: testId, version, started_at: startedAt } = row;
    const of = { testInvitationId: invitationId, attempt };
    if (row.status !== 'Completed' || version === null || startedAt === null) return ok({ ...of, submissions: [], nextCursor: null });
    const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
    const left = codeQuestionsOf(definition).filter(({ questionId }) => questionId > cursor);
    const { page, nextCursor } = pageOf(left, limit, ({ questionId }) => questionId);
    const attempted = { accountId, invitationId, attempt, testId, version, startedAt };
    const stored = await readPrograms(db, attempted);
    const submissions: CodeSubmission[] = [];
    for (const question of page) submissions.push(await submissionOf({ ...attempted, assay, db }, stored, question));
    return ok({ ...of, submissions, nextCursor });
  });
  if (found.ok && found.value.submissions.length > 0)
    await recordAnswersRead(ctx, { form: 'programs', testInvitationId: invitationId, attempt: found.value.attempt });
  return found;
});
