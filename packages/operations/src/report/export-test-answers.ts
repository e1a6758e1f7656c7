import {
  type AnsweringCandidate,
  answerWords,
  decidedBy,
  type GivenGrade,
  isCodeAnswer,
  keyWords,
  languageNames,
  marksOf,
  ok,
  operations,
  type Question,
  type ReportContent,
  type TestAnswersReport,
} from '@assay/domain';
import { accounts, answers, type Db, invitations, tests } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { walkInvitations } from './export-test-report.ts';
import { recordLook } from './record-look.ts';
import { walkGrades } from './walk-grades.ts';

/** `candidates` walks the present attempts that were completed before the export, newest invitation first; `grades` what people gave. */
export type TestAnswersExport = {
  readonly report: TestAnswersReport;
  readonly candidates: () => AsyncIterable<AnsweringCandidate>;
  readonly grades: () => AsyncIterable<GivenGrade>;
};

const questionsOf = async (
  assay: Assay,
  db: Db,
  key: { accountId: number; testId: number; version: number },
): Promise<TestAnswersReport['questions']> => {
  const { definition } = await assay.testVersions.load(db, key);
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
    return { version: key.version, sectionName, ...facts };
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

type Key = { readonly accountId: number; readonly testId: number };

const candidateOf = async (
  assay: Assay,
  key: Key,
  row: invitations.ExportedInvitation & { readonly version: number; readonly completed_at: number },
): Promise<AnsweringCandidate> => {
  const { invitation_id: invitationId, attempt, version } = row;
  const { definition, given } = await assay.store.readSlice(async (db) => ({
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
          return [question.id, { text, outcome: result?.outcome ?? null }] as const;
        }),
      ),
    ),
  };
};

/** Reads the answers of one attempt at a time: a page of them may be as large as its essays and programs. */
async function* walk(assay: Assay, { exportedAt, ...key }: Key & { readonly exportedAt: number; readonly newest: number }) {
  for await (const row of walkInvitations(assay, key)) {
    const { status, version, completed_at } = row;
    if (status !== 'Completed' || version === null || completed_at === null || completed_at > exportedAt) continue;
    yield await candidateOf(assay, key, { ...row, version, completed_at });
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
    const questions = [];
    for (const { version } of await tests.listVersions(db, accountId, testId))
      questions.push(...(await questionsOf(assay, db, { accountId, testId, version })));
    const newest = await invitations.newestId(db, accountId, testId);
    return ok({
      report: { accountName: account?.name ?? '', testId, testName: test.value.name, exportedAt, questions },
      candidates: () => walk(assay, { accountId, testId, exportedAt, newest }),
      grades: () => walkGrades(assay, { accountId, testId, exportedAt }),
    });
  });
  if (found.ok) await recordLook(ctx, { form: 'excel', testId });
  return found;
});
