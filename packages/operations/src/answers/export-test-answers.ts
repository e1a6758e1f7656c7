import {
  type AnsweringCandidate,
  answerWords,
  decidedBy,
  type GivenGrade,
  isCodeAnswer,
  type KeyedQuestion,
  keyWords,
  languageNames,
  markedOutcome,
  marksOf,
  ok,
  operations,
  type Question,
  questionsOf,
  type ReportContent,
  type TestAnswersReport,
  versionKey,
} from '@assay/domain';
import { accounts, answers, type Db, invitations, tests } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { walkInvitations } from '../report/export-test-report.ts';
import { gradedPaper } from '../statistics/graded-paper.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { recordAnswersRead } from './record-answers-read.ts';
import { walkGrades } from './walk-grades.ts';

/**
 * `candidates` walks the present attempts that were completed before the export, newest invitation first; `grades` what people gave;
 * `questions`, read after the candidates, each version with the keys that grade those of them who took it.
 */
export type TestAnswersExport = {
  readonly report: TestAnswersReport;
  readonly candidates: () => AsyncIterable<AnsweringCandidate>;
  readonly grades: () => AsyncIterable<GivenGrade>;
  readonly questions: () => AsyncIterable<KeyedQuestion>;
};

type Key = { readonly accountId: number; readonly testId: number };
type Keyed = { readonly version: number; readonly keyVersion: number };

const keyedQuestions = async (
  assay: Assay,
  db: Db,
  { accountId, testId, version, keyVersion }: Key & Keyed,
): Promise<readonly KeyedQuestion[]> => {
  const definition = await gradedPaper(assay, db, { account_id: accountId, test_id: testId, version, key_version: keyVersion });
  const placed = definition.sections.flatMap(({ name, questions }) => questions.map((question) => ({ question, sectionName: name })));
  return placed.map(({ question, sectionName }, index) => {
    const { questionId, id, kind, prompt } = question;
    const facts = {
      questionId,
      id,
      number: index + 1,
      kind,
      prompt,
      marks: marksOf(question),
      keyText: decidedBy(question) ?? keyWords(question),
    };
    return { version, keyVersion, sectionName, ...facts };
  });
};

type Given = Awaited<ReturnType<typeof answers.list>>[number];
type Graded = ReportContent['questions'][number];

/** A program is too long for a cell: its language, and once it is graded its score and cases. */
const wordsOf = (question: Question, given: Given | undefined, graded: Graded | undefined): string | null => {
  const answer = given?.answer ?? null;
  if (!isCodeAnswer(answer)) return answerWords(question, answer);
  const language = languageNames[answer.language];
  if (graded === undefined) return language;
  const { score, marks, program } = graded;
  const cases = program === undefined ? '' : `, ${program.accepted} of ${program.cases} cases`;
  return `${language}: ${score} of ${marks}${cases}`;
};

const candidateOf = async (
  assay: Assay,
  key: Key,
  row: invitations.ExportedInvitation & { readonly version: number; readonly completed_at: number },
): Promise<AnsweringCandidate> => {
  const { invitation_id: invitationId, attempt, version } = row;
  const { definition, given } = await assay.store.readSlice(key.accountId, async (db) => ({
    definition: (await assay.testVersions.load(db, { ...key, version })).definition,
    given: new Map((await answers.list(db, { ...key, invitationId, attempt })).map((one) => [one.question_id, one])),
  }));
  const graded = new Map(row.readContent()?.questions.map((one) => [one.questionId, one]));
  return {
    testInvitationId: invitationId,
    fullName: row.full_name,
    emailId: row.email,
    version,
    keyVersion: row.key_version ?? version,
    completedAt: row.completed_at,
    answers: new Map(
      definition.sections.flatMap(({ questions }) =>
        questions.map((question) => {
          const result = graded.get(question.questionId);
          const text = wordsOf(question, given.get(question.questionId), result);
          return [question.id, { text, outcome: result === undefined ? null : markedOutcome(result) }] as const;
        }),
      ),
    ),
  };
};

/** Reads the answers of one attempt at a time: a page of them may be as large as its essays and programs. */
async function* walk(
  assay: Assay,
  { exportedAt, ...key }: Key & { readonly exportedAt: number; readonly newest: number },
  seen: Map<string, Keyed>,
) {
  for await (const row of walkInvitations(assay, key)) {
    const { status, version, completed_at } = row;
    if (status !== 'Completed' || version === null || completed_at === null || completed_at > exportedAt) continue;
    const candidate = await candidateOf(assay, key, { ...row, version, completed_at });
    seen.set(versionKey(candidate), candidate);
    yield candidate;
  }
}

/** Of each version with each of the keys that grade somebody, and of one that nobody took with its own. */
async function* walkQuestions(assay: Assay, key: Key, versions: readonly number[], seen: ReadonlyMap<string, Keyed>) {
  for (const version of versions) {
    const graded = [...seen.values()].filter((one) => one.version === version).toSorted((one, other) => other.keyVersion - one.keyVersion);
    for (const { keyVersion } of graded.length === 0 ? [{ keyVersion: version }] : graded)
      yield* await assay.store.readSlice(key.accountId, (db) => keyedQuestions(assay, db, { ...key, version, keyVersion }));
  }
}

/** The data of the Excel file of all answers to a test. The report's Excel file has none: every key that reads results gets it. */
export const exportAnswersExcel = operation(operations.exportAnswersExcel, async (ctx, { testId }): Outcome<TestAnswersExport> => {
  const { assay, accountId } = ctx;
  const found = await assay.store.read(async (db): Outcome<TestAnswersExport> => {
    const test = await findTest(db, accountId, testId);
    if (!test.ok) return test;
    const exportedAt = await db.now();
    const account = await accounts.find(db, accountId);
    const versions = (await tests.listVersions(db, accountId, testId)).map(({ version }) => version);
    const questions = [];
    for (const version of versions)
      questions.push(
        ...questionsOf((await assay.testVersions.load(db, { accountId, testId, version })).definition).map(({ id, kind }) => ({
          id,
          kind,
        })),
      );
    const newest = await invitations.newestId(db, accountId, testId);
    const seen = new Map<string, Keyed>();
    return ok({
      report: { accountName: account?.name ?? '', testId, testName: test.value.name, exportedAt, questions },
      candidates: () => walk(assay, { accountId, testId, exportedAt, newest }, seen),
      grades: () => walkGrades(assay, { accountId, testId, exportedAt }),
      questions: () => walkQuestions(assay, { accountId, testId }, versions, seen),
    });
  });
  if (found.ok) await recordAnswersRead(ctx, { form: 'excel', testId });
  return found;
});
