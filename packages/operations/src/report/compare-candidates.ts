import {
  type ComparedCandidate,
  err,
  invitationsIn,
  ok,
  operations,
  type Refusal,
  type Result,
  rankCandidates,
  refusal,
} from '@assay/domain';
import { type Db, invitations, reports } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Assay } from '../support/context.ts';
import { readOperation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { summaryOf } from './report-summary.ts';

type Key = { readonly accountId: number; readonly testId: number; readonly invitationId: number };
type Unranked = Omit<ComparedCandidate, 'rank'>;

const readCandidate = async (assay: Pick<Assay, 'testVersions'>, db: Db, key: Key): Promise<Result<Unranked, Refusal>> => {
  const { accountId, testId, invitationId } = key;
  const row = await invitations.find(db, key);
  if (row === undefined || row.test_id !== testId) return notFound(`invitation to test ${testId} with id`, invitationId);
  const report = await reports.find(db, { accountId, invitationId, attempt: row.attempt });
  const summary = report === undefined ? null : summaryOf(report);
  if (report === undefined || summary === null || report.content === null)
    return conflict(`Invitation ${invitationId} has no report yet: only candidates with a report can be compared`);
  const { content, version } = report;
  const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
  const results = new Map(content.questions.map((one) => [one.questionId, one]));
  return ok({
    testInvitationId: invitationId,
    fullName: row.full_name,
    emailId: row.email,
    testVersion: version,
    score: Number(summary.score),
    totalScore: Number(summary.totalScore),
    testResult: summary.testResult,
    timeTaken: summary.timeTaken,
    wv: summary.wv,
    sections: content.sections.map(({ sectionName, candidateScore, sectionScore }) => ({
      sectionName,
      candidateScore: Number(candidateScore),
      sectionScore: Number(sectionScore),
    })),
    questions: definition.sections.flatMap(({ name: sectionName, questions }) =>
      questions.map(({ questionId, id }) => {
        const result = results.get(questionId);
        if (result === undefined) throw new Error(`question ${questionId} is missing from a generated report`);
        const { outcome, score, marks } = result;
        return { id, number: questionId, sectionName, outcome, score: Number(score), marks: Number(marks) };
      }),
    ),
  });
};

/** Chosen candidates of one test, ranked by the whole test or by a section. */
export const compareCandidates = readOperation(operations.compareCandidates, async ({ assay, accountId, db }, { testId, query }) => {
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const candidates: Unranked[] = [];
  for (const invitationId of invitationsIn(query.invitations)) {
    const candidate = await readCandidate(assay, db, { accountId, testId, invitationId });
    if (!candidate.ok) return candidate;
    candidates.push(candidate.value);
  }
  const { by } = query;
  if (by !== undefined && !candidates.some(({ sections }) => sections.some(({ sectionName }) => sectionName === by)))
    return err(refusal('request.invalid', 'by: none of these candidates had a section of this name'));
  return ok({ testId, testName: test.value.name, candidates: rankCandidates(candidates, by) });
});
