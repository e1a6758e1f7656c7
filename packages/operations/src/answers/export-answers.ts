import { type AnswersReport, ok, operations } from '@assay/domain';
import { readHead } from '../report/attempt-head.ts';
import { gradedPaper } from '../statistics/graded-paper.ts';
import type { Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { findCompleted, readAnswered } from './read-answers.ts';
import { recordAnswersRead } from './record-answers-read.ts';

/** The data of the PDF of a candidate's answers. A report's PDF has none: it opens for everybody who has its URL. */
export const exportAnswersPdf = operation(
  operations.exportAnswersPdf,
  async (ctx, { testInvitationId: invitationId, query }): Outcome<AnswersReport> => {
    const { assay, accountId } = ctx;
    const found = await assay.store.read(async (db): Outcome<AnswersReport> => {
      const completed = await findCompleted(db, { accountId, invitationId, attempt: query.attempt });
      if (!completed.ok) return completed;
      const { report } = completed.value;
      const head = await readHead(assay, db, completed.value);
      if (head === undefined) return notFound('invitation', invitationId);
      const { attempt, test_id: testId, version, started_at: startedAt, completed_at: completedAt } = report;
      const definition = await gradedPaper(assay, db, report);
      const all = definition.sections.flatMap(({ name: section, questions }) => questions.map((question) => ({ question, section })));
      const attempted = { accountId, invitationId, attempt, testId, version, startedAt, completedAt };
      return ok({
        ...head,
        attempt,
        generatedAt: await db.now(),
        ...(await readAnswered({ assay, db, attempted, report }, all)),
      });
    });
    if (found.ok) await recordAnswersRead(ctx, { form: 'pdf', testInvitationId: invitationId, attempt: found.value.attempt });
    return found;
  },
);
