import {
  bundleVersion,
  type CompletedAttempt,
  checkBundle,
  formatInstant,
  gradeTexts,
  isGraderKnown,
  mostBundleBytes,
  ok,
  operations,
  paperOf,
  type Refusal,
  type ReportBundle,
  type Result,
} from '@assay/domain';
import { accounts, type Db, type gradings, invitations, reports, tests } from '@assay/store';
import { noReportYet } from '../report/export-report.ts';
import { loadCompleted } from '../report/grade-report.ts';
import type { Assay } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { jsonParts } from '../support/json-parts.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { signBundle } from '../support/signing-key.ts';
import { recordAnswersRead } from './record-answers-read.ts';

type Key = { readonly accountId: number; readonly invitationId: number };
type Graded = Pick<ReportBundle, 'paper' | 'answers' | 'programs' | 'reviews' | 'events'>;

const gradedFrom = (attempt: CompletedAttempt, rounds: ReadonlyMap<number, gradings.Grading>): Graded => ({
  paper: paperOf(attempt.definition),
  answers: [...attempt.answers].map(([questionId, answer]) => ({ questionId, answer, late: attempt.late.has(questionId) })),
  programs: [...rounds.values()].flatMap(({ question_id: questionId, version, result }) =>
    result === null ? [] : [{ questionId, testVersion: version, ...result }],
  ),
  reviews: [...attempt.reviewed].map(([questionId, score]) => ({ questionId, score })),
  events: attempt.events.map(({ type, at }) => ({ type, at: formatInstant(at) })),
});

const notAsGraded = 'The stored result is not what grading its answers gives, so it is not signed; its test may have to be regraded';

const keyVersionOf = ({ key_version, version }: reports.Report) =>
  key_version === null || key_version === version ? {} : { keyVersion: key_version };

const readBundle = async (assay: Assay, db: Db, { accountId, invitationId }: Key): Promise<Result<ReportBundle, Refusal>> => {
  const row = await invitations.find(db, { accountId, invitationId });
  if (row === undefined) return notFound('invitation', invitationId);
  const content = await reports.findAsGraded(db, { accountId, invitationId, attempt: row.attempt });
  if (row.status !== 'Completed') return noReportYet(row);
  const report = await reports.find(db, { accountId, invitationId, attempt: row.attempt });
  if (report === undefined || report.figures === null || content === null)
    return conflict('The report is not generated yet; try again in a moment');
  const test = await tests.find(db, accountId, report.test_id);
  const completed = await loadCompleted(assay, db, report);
  if (test === undefined || completed === undefined) return conflict('A program of the attempt is being graded; try again in a moment');
  const account = await accounts.find(db, accountId);
  if (account === undefined) return notFound('invitation', invitationId);
  const { name } = await assay.testVersions.load(db, { accountId, testId: report.test_id, version: report.version });
  const bundle: ReportBundle = {
    version: bundleVersion,
    grader: completed.attempt.grader,
    server: assay.publicUrl,
    issuedAt: formatInstant(await db.now()),
    account: { accountId, name: account.name },
    testInvitationId: invitationId,
    attempt: report.attempt,
    candidate: {
      fullName: row.full_name,
      emailId: row.email,
      nameAtCompletion: report.candidate_name,
    },
    test: { testId: report.test_id, key: test.test_key, name, version: report.version, ...keyVersionOf(report) },
    startedAt: formatInstant(report.started_at),
    completedAt: formatInstant(report.completed_at),
    completedBy: report.completed_by,
    ...gradedFrom(completed.attempt, completed.rounds),
    result: { figures: report.figures, content },
  };
  return ok(bundle);
};

/** Texts are compared in parts, outside the transaction. */
const isAsGraded = async (bundle: ReportBundle): Promise<boolean> => {
  const given = new Map(bundle.answers.map(({ questionId, answer }) => [questionId, answer]));
  const texts = isGraderKnown(bundle.grader) ? await inParts(gradeTexts(bundle.paper, given, bundle.grader)) : undefined;
  const check = checkBundle(bundle, texts);
  return check.graded && check.differences.length === 0;
};

/** A report with all that it was graded from, signed, for `assay verify`. Who takes it is recorded. */
export const exportReportBundle = operation(
  operations.exportReportBundle,
  async (ctx, { testInvitationId: invitationId }): Promise<Result<{ invitationId: number; file: readonly Buffer[] }, Refusal>> => {
    const { assay, accountId } = ctx;
    const read = await assay.store.read((db) => readBundle(assay, db, { accountId, invitationId }));
    if (!read.ok) return read;
    if (!(await isAsGraded(read.value))) return conflict(notAsGraded);
    const json = await inParts(jsonParts(read.value));
    if (json.reduce((sum, { length }) => sum + length, 0) > mostBundleBytes)
      return conflict(`The answers and their test are larger than ${mostBundleBytes} bytes`);
    await recordAnswersRead(ctx, { form: 'bundle', testInvitationId: invitationId, attempt: read.value.attempt });
    return ok({ invitationId, file: await signBundle(json, assay.secret) });
  },
);
