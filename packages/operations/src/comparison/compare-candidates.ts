import {
  type CompareQuery,
  type ComparisonReport,
  err,
  type Group,
  invitationsIn,
  ok,
  operations,
  type Refusal,
  type Result,
  rankCandidates,
  refusal,
  timeZoneName,
} from '@assay/domain';
import { accounts, type Db, invitations, reports } from '@assay/store';
import type { z } from 'zod';
import { loadBrand } from '../account/load-brand.ts';
import { findTest } from '../assessment/find-test.ts';
import { loadGroups } from '../report/load-group.ts';
import { summaryOf } from '../report/report-summary.ts';
import { readRemarks } from '../statistics/read-signals.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';

type Key = { readonly accountId: number; readonly testId: number; readonly invitationId: number };

const readCandidate = async (assay: Assay, db: Db, key: Key) => {
  const { accountId, testId, invitationId } = key;
  const row = await invitations.find(db, key);
  if (row === undefined || row.test_id !== testId) return notFound(`invitation to test ${testId} with id`, invitationId);
  const report = await reports.find(db, { accountId, invitationId, attempt: row.attempt });
  const summary = report === undefined ? null : summaryOf(report);
  if (report === undefined || summary === null || report.content === null)
    return conflict(`Invitation ${invitationId} has no report yet: only candidates with a report can be compared`);
  const { content, version } = report;
  const { definition, duration } = await assay.testVersions.load(db, { accountId, testId, version });
  return ok({ row, report, summary, content, definition, duration });
};
type Read = Extract<Awaited<ReturnType<typeof readCandidate>>, { readonly ok: true }>['value'];

const questionsOf = ({ content, definition }: Read) => {
  const results = new Map(content.questions.map((one) => [one.questionId, one]));
  return definition.sections.flatMap(({ name: sectionName, questions }) =>
    questions.map(({ questionId, id }) => {
      const result = results.get(questionId);
      if (result === undefined) throw new Error(`question ${questionId} is missing from a generated report`);
      const { outcome, score, marks, void: voided = null } = result;
      return { id, number: questionId, sectionName, outcome, score: Number(score), marks: Number(marks), void: voided };
    }),
  );
};

const comparedOf = (read: Read, remarks: string[], group: Group | null) => {
  const { row, report, summary, content, duration } = read;
  return {
    testInvitationId: row.invitation_id,
    fullName: row.full_name,
    emailId: row.email,
    testVersion: report.version,
    ...summary,
    score: Number(summary.score),
    totalScore: Number(summary.totalScore),
    percentile: group?.percentile ?? null,
    meanPercent: group?.meanPercent ?? null,
    remarks,
    sections: content.sections.map(({ sectionName, candidateScore, sectionScore, passPercent, result }, index) => ({
      sectionName,
      candidateScore: Number(candidateScore),
      sectionScore: Number(sectionScore),
      passPercent: passPercent ?? null,
      result: result ?? null,
      meanPercent: group?.sections[index]?.meanPercent ?? null,
    })),
    questions: questionsOf(read),
    completedAt: report.completed_at,
    duration,
  };
};

type Wanted = { readonly accountId: number; readonly testId: number; readonly query: z.output<typeof CompareQuery> };

/** Chosen candidates of one test, ranked by the whole test or by a section. */
const loadComparison = async (assay: Assay, { accountId, testId, query }: Wanted): Promise<Result<ComparisonReport, Refusal>> => {
  const found = await assay.store.read(async (db) => {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
    const account = await accounts.find(db, accountId);
    if (account === undefined) return notFound('test', testId);
    const read: Read[] = [];
    for (const invitationId of invitationsIn(query.invitations)) {
      const candidate = await readCandidate(assay, db, { accountId, testId, invitationId });
      if (!candidate.ok) return candidate;
      read.push(candidate.value);
    }
    return ok({ test: test.value, account, brand: await loadBrand(db, account), read, now: await db.now() });
  });
  if (!found.ok) return found;
  const { test, account, brand, read, now } = found.value;
  const { by } = query;
  if (by !== undefined && !read.some(({ content }) => content.sections.some(({ sectionName }) => sectionName === by)))
    return err(refusal('request.invalid', 'by: none of these candidates had a section of this name'));
  const scored = read.map(({ summary, content }) => ({ ...summary, sections: content.sections }));
  const groups = await loadGroups(assay, { accountId, testId }, scored);
  // Each in a turn of its own: remarks are found among hundreds of other attempts.
  const remarks: string[][] = [];
  for (const { report } of read) {
    const key = { accountId, invitationId: report.invitation_id, attempt: report.attempt };
    remarks.push((await assay.store.readSlice(key.accountId, (db) => readRemarks(assay, db, key))).map(({ text }) => text));
  }
  return ok({
    accountName: account.name,
    brand,
    zone: timeZoneName(account.time_zone_id),
    generatedAt: now,
    testId,
    testName: test.name,
    by: by ?? null,
    candidates: rankCandidates(
      read.map((one, index) => comparedOf(one, remarks[index] ?? [], groups[index] ?? null)),
      by,
    ),
  });
};

export const compareCandidates = operation(operations.compareCandidates, async ({ assay, accountId }, input) => {
  const comparison = await loadComparison(assay, { accountId, ...input });
  if (!comparison.ok) return comparison;
  const { testId, testName, candidates } = comparison.value;
  return ok({ testId, testName, candidates: candidates.map(({ completedAt: _, duration: __, ...one }) => one) });
});

/** The data of the PDF. */
export const exportComparisonPdf = operation(
  operations.exportComparisonPdf,
  ({ assay, accountId }, input): Outcome<ComparisonReport> => loadComparison(assay, { accountId, ...input }),
);
