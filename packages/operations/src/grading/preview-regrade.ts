import {
  type CodeQuestion,
  casesFor,
  codeQuestionsOf,
  identify,
  idsAfter,
  mostPreviewed,
  ok,
  operations,
  type PreparedTest,
  type Question,
  type RegradePreview,
  type TestDefinition,
  withKeysOf,
} from '@assay/domain';
import { type Db, reports } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { gradeReport } from '../report/grade-report.ts';
import { readOperation, type Services } from '../support/operation.ts';

type Changed = RegradePreview['reports'][number];
type Kept = RegradePreview['kept'][number];

const mostKept = 100;

/** What verdicts depend on. */
const runsOf = ({
  questionId: _,
  id: __,
  prompt: ___,
  marks: ____,
  penalty: _____,
  void: ______,
  wrong: _______,
  ...runs
}: Question & CodeQuestion) => JSON.stringify(runs);

/** Answered programs of a report that a regrade would run. */
const programsOf = ({ content }: reports.Report, paper: TestDefinition, later: TestDefinition): number => {
  const answered = new Set(content?.questions.filter(({ program }) => program !== undefined).map(({ questionId }) => questionId));
  return codeQuestionsOf(paper).filter((question) => {
    const cases = answered.has(question.questionId) ? casesFor(paper, later, question.questionId) : undefined;
    return cases !== undefined && runsOf(cases) !== runsOf(question);
  }).length;
};

type Looking = { readonly assay: Services; readonly db: Db; readonly later: TestDefinition };

const paperOf = async (
  { assay, db }: Looking,
  { account_id: accountId, test_id: testId, version }: reports.Report,
): Promise<TestDefinition> => (await assay.testVersions.load(db, { accountId, testId, version })).definition;

/** What the regrade would make of a report; undefined if that is what it says already, and no program would run. */
const changeOf = async (looking: Looking, row: reports.ReportOfCandidate): Promise<Changed | undefined> => {
  const { assay, db, later } = looking;
  const graded = await gradeReport(assay, db, row, later);
  if (graded === undefined || row.figures === null) return undefined;
  const { score, totalScore } = graded.figures;
  const { score: oldScore, totalScore: oldTotalScore } = row.figures;
  const programs = programsOf(row, await paperOf(looking, row), later);
  if (score === oldScore && totalScore === oldTotalScore && programs === 0) return undefined;
  return {
    testInvitationId: row.invitation_id,
    attempt: row.attempt,
    testVersion: row.version,
    fullName: row.full_name,
    emailId: row.email,
    oldScore,
    oldTotalScore,
    score,
    totalScore,
    programs,
  };
};

/** The file as the version after the present one. */
const definitionOf = ({ definition, recognitions }: PreparedTest, present: TestDefinition): TestDefinition =>
  identify(JSON.parse(definition), idsAfter(recognitions, present));

/** Grades the generated reports of present attempts by the keys of a file, and tells what would change. Nothing is written. */
export const previewRegrade = readOperation(
  operations.previewRegrade,
  async ({ assay, accountId, db }, { testId, query: { limit, cursor = 0 }, body }) => {
    const found = await findTest(db, accountId, testId);
    if (!found.ok) return found;
    const present = await assay.testVersions.load(db, { accountId, testId, version: found.value.version });
    const looking = { assay, db, later: definitionOf(body, present.definition) };
    const rows = await reports.listOfCandidates(db, { accountId, testId, after: cursor, limit: mostPreviewed + 1 });
    const changed: Changed[] = [];
    const kept = new Map<number, readonly Kept[]>();
    let examined = 0;
    for (const row of rows.slice(0, mostPreviewed)) {
      if (changed.length === limit) break;
      examined += 1;
      if (!kept.has(row.version)) {
        const reasons = withKeysOf(await paperOf(looking, row), looking.later).kept;
        kept.set(
          row.version,
          reasons.map(({ question: { questionId, id }, reason }) => ({ testVersion: row.version, questionId, id, reason })),
        );
      }
      const change = await changeOf(looking, row);
      if (change !== undefined) changed.push(change);
    }
    const last = rows[examined - 1];
    return ok({
      testId,
      examined,
      reports: changed,
      kept: [...kept.values()].flat().slice(0, mostKept),
      nextCursor: examined < rows.length && last !== undefined ? String(last.invitation_id) : null,
    });
  },
);
