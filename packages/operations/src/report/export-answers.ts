import { type AnswersReport, ok, operations, timeZoneName } from '@assay/domain';
import { accounts } from '@assay/store';
import { loadBrand } from '../account/load-brand.ts';
import type { Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { gradedPaper } from './graded-paper.ts';
import { findCompleted, readAnswered } from './read-answers.ts';
import { recordLook } from './record-look.ts';

/** The data of the PDF of a candidate's answers. A report's PDF has none: it opens for everybody who has its URL. */
export const exportAnswersPdf = operation(
  operations.exportAnswersPdf,
  async (ctx, { testInvitationId: invitationId, query }): Outcome<AnswersReport> => {
    const { assay, accountId } = ctx;
    const found = await assay.store.read(async (db): Outcome<AnswersReport> => {
      const completed = await findCompleted(db, { accountId, invitationId, attempt: query.attempt });
      if (!completed.ok) return completed;
      const account = await accounts.find(db, accountId);
      if (account === undefined) return notFound('invitation', invitationId);
      const { row, report } = completed.value;
      const { attempt, test_id: testId, version, started_at: startedAt, completed_at: completedAt, completed_by: completedBy } = report;
      const { name } = await assay.testVersions.load(db, { accountId, testId, version });
      const definition = await gradedPaper(assay, db, report);
      const all = definition.sections.flatMap(({ name: section, questions }) => questions.map((question) => ({ question, section })));
      const attempted = { accountId, invitationId, attempt, testId, version, startedAt, completedAt };
      return ok({
        accountName: account.name,
        brand: await loadBrand(db, account),
        candidate: { fullName: row.full_name, emailId: row.email },
        testInvitationId: invitationId,
        attempt,
        testName: name,
        attemptedOn: startedAt,
        completedAt,
        completedBy,
        generatedAt: await db.now(),
        zone: timeZoneName(account.time_zone_id),
        ...(await readAnswered({ assay, db, attempted, report }, all)),
      });
    });
    if (found.ok) await recordLook(ctx, { form: 'pdf', testInvitationId: invitationId, attempt: found.value.attempt });
    return found;
  },
);
