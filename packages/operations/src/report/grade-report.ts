import {
  type Answer,
  type CodeQuestion,
  type CompletedAttempt,
  codeQuestionsOf,
  generateReport,
  isBlank,
  reviewedQuestionsOf,
  type StoredDefinition,
} from '@assay/domain';
import { answers, type Db, gradings, type reports, reviews, type Tx, windowEvents } from '@assay/store';
import type { Assay } from '../support/context.ts';

type Rounds = ReadonlyMap<number, gradings.Grading>;

/** A test with the cases by which its programs were graded: a regrade runs those of a later version, and changes no marks. */
const withCasesOf = async (
  assay: Pick<Assay, 'testVersions'>,
  db: Db | Tx,
  row: reports.Report,
  definition: StoredDefinition,
  rounds: Rounds,
): Promise<StoredDefinition> => {
  const corrected = new Map<number, CodeQuestion>();
  for (const { question_id: questionId, version } of rounds.values()) {
    if (version === row.version) continue;
    const later = await assay.testVersions.load(db, { accountId: row.account_id, testId: row.test_id, version });
    const question = codeQuestionsOf(later.definition).find((one) => one.questionId === questionId);
    if (question !== undefined) corrected.set(questionId, question);
  }
  if (corrected.size === 0) return definition;
  const sections = definition.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const { marks, penalty, questionId } = question;
      const by = corrected.get(questionId);
      return by === undefined ? question : { ...by, marks, penalty };
    }),
  }));
  return { ...definition, sections };
};

/** The scores of the answers that people grade; undefined while one is missing. */
const reviewedScores = async (
  db: Db | Tx,
  key: Parameters<typeof reviews.list>[1],
  definition: StoredDefinition,
  given: ReadonlyMap<number, Answer>,
) => {
  const answered = reviewedQuestionsOf(definition).filter(({ questionId }) => !isBlank(given.get(questionId) ?? null));
  const scores = new Map<number, string>();
  if (answered.length === 0) return scores;
  for (const { question_id, score } of await reviews.list(db, key)) if (score !== null) scores.set(question_id, score);
  return answered.every(({ questionId }) => scores.has(questionId)) ? scores : undefined;
};

/** What a completed attempt is graded from, with the last round of each program; undefined while an answer is not graded. */
export const loadCompleted = async (
  assay: Pick<Assay, 'testVersions'>,
  db: Db | Tx,
  row: reports.Report,
): Promise<{ readonly attempt: CompletedAttempt; readonly rounds: Rounds } | undefined> => {
  const key = { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt };
  const { definition } = await assay.testVersions.load(db, { accountId: row.account_id, testId: row.test_id, version: row.version });
  const stored = await answers.list(db, key);
  const given = new Map(stored.map(({ question_id, answer }) => [question_id, answer]));
  const late = new Set(stored.filter((one) => one.late === 1).map(({ question_id }) => question_id));
  const reviewed = await reviewedScores(db, key, definition, given);
  if (reviewed === undefined) return undefined;
  const programs = codeQuestionsOf(definition).filter(({ questionId }) => !isBlank(given.get(questionId) ?? null));
  const listed = programs.length === 0 ? [] : await gradings.list(db, key);
  if (listed.some(({ result }) => result === null)) return undefined;
  // The last round of each question.
  const rounds: Rounds = new Map(listed.map((one) => [one.question_id, one]));
  const without = programs.find(({ questionId }) => !rounds.has(questionId));
  if (without !== undefined) throw new Error(`the answer to question ${without.questionId} has no grading`);
  const attempt = {
    definition: await withCasesOf(assay, db, row, definition, rounds),
    answers: given,
    verdicts: new Map(listed.map(({ question_id, result }) => [question_id, result?.cases.map(({ verdict }) => verdict) ?? []])),
    reviewed,
    late,
    events: await windowEvents.list(db, key),
    completedAt: row.completed_at,
  };
  return { attempt, rounds };
};

/** What the report of a completed attempt says; undefined while an answer is not graded. */
export const gradeReport = async (assay: Pick<Assay, 'testVersions'>, db: Db | Tx, row: reports.Report) => {
  const completed = await loadCompleted(assay, db, row);
  return completed && generateReport(completed.attempt);
};
