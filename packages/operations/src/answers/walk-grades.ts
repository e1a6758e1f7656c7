import { type GivenGrade, reviewedQuestionsOf } from '@assay/domain';
import { invitations, reviews } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { reviewedOf } from './reviewed.ts';

const batch = 100;

/** The grades of an answer; none if a reset archived its attempt. */
const gradesOf = (assay: Assay, row: reviews.Review): Promise<GivenGrade[]> =>
  assay.store.readSlice(row.account_id, async (db) => {
    const { account_id: accountId, invitation_id: invitationId, test_id: testId, version } = row;
    const invitation = await invitations.find(db, { accountId, invitationId });
    const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
    const question = reviewedQuestionsOf(definition).find(({ questionId }) => questionId === row.question_id);
    if (question === undefined || invitation?.attempt !== row.attempt || invitation.status !== 'Completed') return [];
    const { full_name: fullName, email: emailId } = invitation;
    const { rubric, grades } = await reviewedOf(db, question, row);
    return grades.map((grade) => ({ testInvitationId: invitationId, fullName, emailId, id: question.id, rubric, grade }));
  });

type Walked = { readonly accountId: number; readonly testId: number; readonly exportedAt: number };

/** What people gave the answers to a test that were graded before the export, the newest answer first. Reads one answer at a time. */
export async function* walkGrades(assay: Assay, { accountId, testId, exportedAt }: Walked): AsyncGenerator<GivenGrade> {
  let after: number | undefined;
  for (;;) {
    const from = { accountId, testId, after, limit: batch };
    const rows = await assay.store.readSlice(accountId, (db) => reviews.listGraded(db, from));
    for (const row of rows) if ((row.closed_at ?? exportedAt) <= exportedAt) yield* await gradesOf(assay, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    after = last.review_id;
  }
}
