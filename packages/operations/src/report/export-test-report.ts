import { marksOf, ok, operations, type TestReport, type TestReportCandidate, totalScoreOf } from '@assay/domain';
import { accounts, type Db, invitations, tests } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { readStatistics } from '../statistics/get-test-statistics.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { summaryOf } from './report-summary.ts';

/** `candidates` walks all invitations, newest first; each call walks the same ones again. */
export type TestReportExport = { readonly report: TestReport; readonly candidates: () => AsyncIterable<TestReportCandidate> };

const wireVersion = async (assay: Assay, db: Db, key: { accountId: number; testId: number; version: number }) => {
  const { duration, totalScore, definition } = await assay.testVersions.load(db, key);
  let number = 0;
  return {
    version: key.version,
    duration,
    totalScore,
    sections: definition.sections.map((section) => ({
      sectionName: section.name,
      sectionType: section.type,
      sectionScore: totalScoreOf({ ...definition, sections: [section] }),
      questions: section.questions.map((question) => {
        const { questionId, id, kind, prompt } = question;
        number += 1;
        return { questionId, id, number, kind, prompt, marks: marksOf(question) };
      }),
    })),
  };
};

// A report that is generated while the file is written would be in one sheet and not in another.
const candidateOf = (row: invitations.ExportedInvitation, exportedAt: number): TestReportCandidate => {
  const generated = row.report_status === 'Generated' && (row.generated_at ?? 0) <= exportedAt;
  const summary = generated ? summaryOf(row) : null;
  const content = summary === null ? null : row.readContent();
  return {
    testInvitationId: row.invitation_id,
    fullName: row.full_name,
    emailId: row.email,
    testLinkName: row.test_link_name,
    testStatus: row.status,
    reportStatus: generated ? 'Generated' : row.report_status === 'In progress' ? 'In progress' : 'Pending',
    version: row.version,
    invitedOn: row.created_at,
    attemptedOn: row.started_at,
    completedAt: row.completed_at,
    report: summary === null || content === null ? null : { ...summary, sections: content.sections, questions: content.questions },
  };
};

/** A millisecond or two, with the rows that are made of them. */
const batch = 50;

/** All invitations to a test up to `newest`, newest first. */
export async function* walkInvitations(assay: Assay, key: { accountId: number; testId: number; newest: number }) {
  let before = key.newest + 1;
  for (;;) {
    const rows = await assay.store.readSlice(key.accountId, (db) => invitations.exportPage(db, { ...key, before, limit: batch }));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batch) return;
    before = last.invitation_id;
  }
}

async function* walk(assay: Assay, { exportedAt, ...key }: { accountId: number; testId: number; exportedAt: number; newest: number }) {
  for await (const row of walkInvitations(assay, key)) yield candidateOf(row, exportedAt);
}

/** The data of the Excel export of a test (api-v2.md §4.14). */
export const exportReportExcel = operation(
  operations.exportReportExcel,
  async ({ assay, accountId }, { testId }): Outcome<TestReportExport> => {
    const test = await assay.store.read((db) => findTest(db, accountId, testId));
    if (!test.ok) return test;
    const { isComplete, testId: _, ...statistics } = await readStatistics(assay, test.value);
    return assay.store.read(async (db) => {
      const exportedAt = await db.now();
      const account = await accounts.find(db, accountId);
      const versions = [];
      for (const { version } of await tests.listVersions(db, accountId, testId))
        versions.push(await wireVersion(assay, db, { accountId, testId, version }));
      const newest = await invitations.newestId(db, accountId, testId);
      return ok({
        report: {
          accountName: account?.name ?? '',
          testId,
          testName: test.value.name,
          testKey: test.value.test_key,
          testStatus: test.value.status,
          exportedAt,
          versions,
          statistics: isComplete ? statistics : null,
        },
        candidates: () => walk(assay, { accountId, testId, exportedAt, newest }),
      });
    });
  },
);
