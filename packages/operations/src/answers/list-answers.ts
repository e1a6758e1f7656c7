import { formatInstant, ok, operations } from '@assay/domain';
import { gradedPaper } from '../statistics/graded-paper.ts';
import { operation } from '../support/operation.ts';
import { pageOf } from '../support/page.ts';
import { findCompleted, fitPage, readAnswered } from './read-answers.ts';
import { recordAnswersRead } from './record-answers-read.ts';

/** What a candidate answered in a completed attempt, question by question. Who looks is recorded before it is shown. */
export const listAnswers = operation(operations.listAnswers, async (ctx, { testInvitationId, query }) => {
  const { assay, accountId } = ctx;
  const { attempt: wanted, limit, cursor = 0 } = query;
  const found = await assay.store.read(async (db) => {
    const completed = await findCompleted(db, { accountId, invitationId: testInvitationId, attempt: wanted });
    if (!completed.ok) return completed;
    const { attempt, test_id: testId, version, started_at, completed_at, completed_by, status } = completed.value.report;
    const definition = await gradedPaper(assay, db, completed.value.report);
    const all = definition.sections.flatMap(({ name, questions }) => questions.map((question) => ({ question, section: name })));
    const left = all.filter(({ question }) => question.questionId > cursor);
    const { page, nextCursor } = pageOf(left, fitPage(left, limit), ({ question }) => question.questionId);
    const attempted = {
      accountId,
      invitationId: testInvitationId,
      attempt,
      testId,
      version,
      startedAt: started_at,
      completedAt: completed_at,
    };
    return ok({
      testInvitationId,
      testId,
      testVersion: version,
      attempt,
      startedAt: formatInstant(started_at),
      completedAt: formatInstant(completed_at),
      completedBy: completed_by,
      reportStatus: status,
      ...(await readAnswered({ assay, db, attempted, report: completed.value.report }, page)),
      nextCursor,
    });
  });
  if (found.ok) await recordAnswersRead(ctx, { form: 'list', testInvitationId, attempt: found.value.attempt });
  return found;
});
