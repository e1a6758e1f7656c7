import {
  type CodeQuestion,
  casesFor,
  generateReport,
  graderVersion,
  gradeTexts,
  haveSamePassMarks,
  identify,
  idsAfter,
  isRegraded,
  isStillFor,
  mostPreviewed,
  ok,
  operations,
  type PreparedTest,
  type Question,
  type RegradePreview,
  recognizeInParts,
  type StoredDefinition,
  type TestDefinition,
  type TestResult,
  withKeysOf,
} from '@assay/domain';
import { reports } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { partsOf } from '../rendering/large-text.ts';
import { loadCompleted } from '../report/grade-report.ts';
import type { Assay } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { operation } from '../support/operation.ts';
import { parseInParts } from '../support/parse-in-parts.ts';

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

type Rounds = NonNullable<Awaited<ReturnType<typeof loadCompleted>>>['rounds'];
type Looking = { readonly assay: Assay; readonly later: TestDefinition };

const paperOf = async (
  { assay }: Pick<Looking, 'assay'>,
  { account_id: accountId, test_id: testId, version }: Pick<reports.Report, 'account_id' | 'test_id' | 'version'>,
): Promise<TestDefinition> => (await assay.store.read((db) => assay.testVersions.load(db, { accountId, testId, version }))).definition;

/** Answered programs that a regrade would run by other cases than the last time. */
const countPrograms = async ({ assay, later }: Looking, row: reports.Report, rounds: Rounds): Promise<number> => {
  const paper = await paperOf({ assay }, row);
  let count = 0;
  for (const { question_id: questionId, version, result } of rounds.values()) {
    const before = version === row.version ? paper : await paperOf({ assay }, { ...row, version });
    const [run, cases] = [casesFor(paper, before, questionId), casesFor(paper, later, questionId)];
    if (run && cases && result && isStillFor(run, cases, result.language) && runsOf(cases) !== runsOf(run)) count += 1;
  }
  return count;
};

/** What the regrade would make of a report; undefined while its programs run. `isChange`: it says something else, or may once programs ran. */
const foresee = async (
  looking: Looking,
  row: reports.ReportOfCandidate,
): Promise<{ readonly report: Changed; readonly isChange: boolean } | undefined> => {
  const { assay, later } = looking;
  const completed = await assay.store.read((db) => loadCompleted(assay, db, row, { keys: later, grader: graderVersion }));
  if (completed === undefined || row.figures === null) return undefined;
  const { definition, answers, grader } = completed.attempt;
  const texts = await inParts(gradeTexts(definition, answers, grader));
  const { figures } = generateReport({ ...completed.attempt, texts });
  const programs = await countPrograms(looking, row, completed.rounds);
  const report = {
    testInvitationId: row.invitation_id,
    attempt: row.attempt,
    testVersion: row.version,
    fullName: row.full_name,
    emailId: row.email,
    oldScore: row.figures.score,
    oldTotalScore: row.figures.totalScore,
    score: figures.score,
    totalScore: figures.totalScore,
    oldTestResult: row.figures.testResult,
    testResult: figures.testResult,
    programs,
  };
  return { report, isChange: isRegraded(row.figures, figures) || programs > 0 };
};

const countResults = (found: readonly (TestResult | null)[]) => ({
  pass: found.filter((one) => one === 'Pass').length,
  fail: found.filter((one) => one === 'Fail').length,
});

/** How many pass and fail, before and after; null where no pass mark says so. */
const resultsOf = (foreseen: readonly Changed[]): RegradePreview['results'] =>
  foreseen.every(({ oldTestResult, testResult }) => oldTestResult === null && testResult === null)
    ? null
    : {
        before: countResults(foreseen.map(({ oldTestResult }) => oldTestResult)),
        after: countResults(foreseen.map(({ testResult }) => testResult)),
      };

/** The file as the version after the present one. */
const definitionOf = async ({ definition, recognitions }: PreparedTest, present: TestDefinition): Promise<TestDefinition> => {
  await inParts(recognizeInParts(present));
  const stored = (await inParts(parseInParts(partsOf(definition)))) as StoredDefinition;
  return identify(stored, idsAfter(recognitions, present));
};

/**
 * Grades the generated reports of present attempts by the keys of a file, and tells what would change. Nothing is written. Each attempt is read
 * by itself, and its texts are compared in parts.
 */
export const previewRegrade = operation(
  operations.previewRegrade,
  async ({ assay, accountId }, { testId, query: { limit, cursor = 0 }, body }) => {
    const { store } = assay;
    const found = await store.read((db) => findTest(db, accountId, testId));
    if (!found.ok) return found;
    const present = await paperOf({ assay }, { account_id: accountId, test_id: testId, version: found.value.version });
    const looking = { assay, later: await definitionOf(body, present) };
    const rows = await store.read((db) => reports.listOfCandidates(db, { accountId, testId, after: cursor, limit: mostPreviewed + 1 }));
    const foreseen: Changed[] = [];
    const changed: Changed[] = [];
    const keptPassMarks: number[] = [];
    const kept = new Map<number, readonly Kept[]>();
    let examined = 0;
    for (const row of rows.slice(0, mostPreviewed)) {
      if (changed.length === limit) break;
      examined += 1;
      if (!kept.has(row.version)) {
        const paper = await paperOf(looking, row);
        const reasons = withKeysOf(paper, looking.later).kept;
        if (!haveSamePassMarks(paper, looking.later)) keptPassMarks.push(row.version);
        kept.set(
          row.version,
          reasons.map(({ question: { questionId, id }, reason }) => ({ testVersion: row.version, questionId, id, reason })),
        );
      }
      const one = await foresee(looking, row);
      if (one === undefined) continue;
      foreseen.push(one.report);
      if (one.isChange) changed.push(one.report);
    }
    const last = rows[examined - 1];
    return ok({
      testId,
      examined,
      reports: changed,
      results: resultsOf(foreseen),
      keptPassMarks: keptPassMarks.slice(0, mostKept),
      kept: [...kept.values()].flat().slice(0, mostKept),
      nextCursor: examined < rows.length && last !== undefined ? String(last.invitation_id) : null,
    });
  },
);
