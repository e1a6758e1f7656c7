import { type CodeQuestion, type CodeSubmission, codeQuestionsOf, ok, operations, type ProgramsReport } from '@assay/domain';
import { findCompleted } from '../answers/read-answers.ts';
import { recordAnswersRead } from '../answers/record-answers-read.ts';
import { type Attempted, readPrograms, submissionOf } from '../answers/submission.ts';
import { readHead } from '../report/attempt-head.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';

/** Reads nothing before it is drawn: many who ask at once then have one attempt in memory, not one each. */
async function* walk(assay: Assay, attempted: Attempted, questions: readonly CodeQuestion[]): AsyncIterable<CodeSubmission> {
  const stored = await assay.store.read((db) => readPrograms(db, attempted));
  for (const question of questions)
    yield await assay.store.readSlice(attempted.accountId, (db) => submissionOf({ ...attempted, assay, db }, stored, question));
}

/** The data of the PDF of a candidate's programs. A report's PDF has none: it opens for everybody who has its URL. */
export const exportSubmissionsPdf = operation(
  operations.exportSubmissionsPdf,
  async (ctx, { testInvitationId: invitationId }): Outcome<ProgramsReport> => {
    const { assay, accountId } = ctx;
    const found = await assay.store.read(async (db): Outcome<ProgramsReport> => {
      const completed = await findCompleted(db, { accountId, invitationId });
      if (!completed.ok) return completed;
      const head = await readHead(assay, db, completed.value);
      if (head === undefined) return notFound('invitation', invitationId);
      const { attempt, test_id: testId, version, started_at: startedAt } = completed.value.report;
      const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
      const questions = codeQuestionsOf(definition);
      const attempted = { accountId, invitationId, attempt, testId, version, startedAt };
      return ok({
        ...head,
        attempt,
        generatedAt: await db.now(),
        questions: questions.length,
        submissions: () => walk(assay, attempted, questions),
      });
    });
    if (found.ok) await recordAnswersRead(ctx, { form: 'programs-pdf', testInvitationId: invitationId, attempt: found.value.attempt });
    return found;
  },
);
