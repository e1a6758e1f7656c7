import { createHash } from 'node:crypto';
import {
  type Answer,
  type CompletedAttempt,
  casesFor,
  codeQuestionsOf,
  type GradedText,
  generateReport,
  graderVersion,
  gradeTexts,
  isBlank,
  questionsOf,
  reviewedQuestionsOf,
  type StoredDefinition,
  type TestDefinition,
  toEnd,
  withKeysOf,
  wrongAnswersOf,
} from '@assay/domain';
import { answers, attemptKeyOf, type Db, gradings, type reports, reviews, type Tx, windowEvents } from '@assay/store';
import { LRUCache } from 'lru-cache';
import type { Assay } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { NotReady } from '../support/not-ready.ts';

type Rounds = ReadonlyMap<number, gradings.Grading>;
type From = {
  readonly assay: Pick<Assay, 'testVersions'>;
  readonly db: Db | Tx;
  readonly row: reports.Report;
  readonly paper: TestDefinition;
};

/** The scores of the answers that people graded. */
const reviewedScores = async (db: Db | Tx, key: Parameters<typeof reviews.list>[1], definition: StoredDefinition) => {
  const scores = new Map<number, string>();
  if (reviewedQuestionsOf(definition).length === 0) return scores;
  for (const { question_id, score } of await reviews.list(db, key)) if (score !== null) scores.set(question_id, score);
  return scores;
};

type Keyed = {
  readonly definition: TestDefinition /** Questions with an answer that a person still has to grade. */;
  readonly isMissing: boolean;
};

/**
 * A question that was void when the report was generated stays void as long as nobody graded its answer: people would have to grade after the
 * fact, and until then no other key of a regrade would count.
 */
const withVoids = (
  definition: TestDefinition,
  { content }: reports.Report,
  scores: ReadonlyMap<number, string>,
  given: ReadonlyMap<number, Answer>,
): Keyed => {
  const missing = new Set(
    reviewedQuestionsOf(definition)
      .filter(({ questionId, void: voided }) => voided === undefined && !scores.has(questionId) && !isBlank(given.get(questionId) ?? null))
      .map(({ questionId }) => questionId),
  );
  if (missing.size === 0) return { definition, isMissing: false };
  const voids = new Map(content?.questions.flatMap((one) => (one.void === undefined ? [] : [[one.questionId, one.void]])));
  const sections = definition.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const voided = missing.has(question.questionId) ? voids.get(question.questionId) : undefined;
      return voided === undefined ? question : { ...question, void: voided };
    }),
  }));
  return { definition: { ...definition, sections }, isMissing: [...missing].some((questionId) => !voids.has(questionId)) };
};

const versionOf = ({ assay, db, row }: From, version: number) =>
  assay.testVersions.load(db, { accountId: row.account_id, testId: row.test_id, version });

/** The paper with the cases by which its programs were graded. */
const withCases = async (from: From, keyed: TestDefinition, rounds: Rounds): Promise<StoredDefinition> => {
  const { row, paper } = from;
  const cases = new Map<number, StoredDefinition['sections'][number]['questions'][number]>();
  for (const { question_id: questionId, version } of rounds.values()) {
    if (version === row.version) continue;
    const question = casesFor(paper, (await versionOf(from, version)).definition, questionId);
    if (question !== undefined) cases.set(questionId, question);
  }
  if (cases.size === 0) return keyed;
  const sections = keyed.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const { marks, penalty, questionId, void: voided } = question;
      const by = cases.get(questionId);
      if (by === undefined) return question;
      const { void: _, ...without } = by;
      return { ...without, marks, penalty, questionId, ...(voided === undefined ? {} : { void: voided }) };
    }),
  }));
  return { ...keyed, sections };
};

/** The version of the rules that graded a report; of one that is not graded yet, the present one. */
export const graderOf = ({ content }: Pick<reports.Report, 'content'>): number => content?.grader ?? graderVersion;

/**
 * `keys`: the version whose keys and marks grade it, or a definition that is no version yet. `grader`: the version of the rules. Without them those that graded
 * its report.
 */
type By = { readonly keys?: number | TestDefinition; readonly grader?: number };

/** What a completed attempt is graded from, with the last round of each program; undefined while an answer is not graded. */
export const loadCompleted = async (
  assay: Pick<Assay, 'testVersions'>,
  db: Db | Tx,
  row: reports.Report,
  { keys = row.key_version ?? row.version, grader = graderOf(row) }: By = {},
): Promise<{ readonly attempt: CompletedAttempt; readonly rounds: Rounds } | undefined> => {
  const key = attemptKeyOf(row);
  const { definition: paper } = await assay.testVersions.load(db, { ...key, testId: row.test_id, version: row.version });
  const from = { assay, db, row, paper };
  const stored = await answers.list(db, key);
  const given = new Map(stored.map(({ question_id, answer }) => [question_id, answer]));
  const late = new Set(stored.filter((one) => one.late === 1).map(({ question_id }) => question_id));
  const other = keys === row.version ? undefined : typeof keys === 'number' ? (await versionOf(from, keys)).definition : keys;
  const corrected = other === undefined ? paper : withKeysOf(paper, other).paper;
  const reviewed = await reviewedScores(db, key, corrected);
  const { definition: keyed, isMissing } = withVoids(corrected, row, reviewed, given);
  if (isMissing) return undefined;
  const programs = codeQuestionsOf(paper).filter(({ questionId }) => !isBlank(given.get(questionId) ?? null));
  const listed = programs.length === 0 ? [] : await gradings.list(db, key);
  if (listed.some(({ result }) => result === null)) return undefined;
  // The last round of each question.
  const rounds: Rounds = new Map(listed.map((one) => [one.question_id, one]));
  const ungraded = programs.find(({ questionId }) => !rounds.has(questionId));
  if (ungraded !== undefined) throw new Error(`the answer to question ${ungraded.questionId} has no grading`);
  const attempt = {
    definition: await withCases(from, keyed, rounds),
    answers: given,
    verdicts: new Map(listed.map(({ question_id, result }) => [question_id, result?.cases.map(({ verdict }) => verdict) ?? []])),
    reviewed,
    late,
    events: await windowEvents.list(db, key),
    completedAt: row.completed_at,
    grader,
  };
  return { attempt, rounds };
};

const textsOf = ({ definition, answers: given, grader }: CompletedAttempt) => gradeTexts(definition, given, grader);

const gradedBy = (attempt: CompletedAttempt, texts: ReadonlyMap<number, GradedText>) => {
  const generated = generateReport({ ...attempt, texts });
  return { ...generated, wrong_answers: wrongAnswersOf(attempt.definition, attempt.answers, generated.content, texts) };
};

/** Characters that are compared within a transaction: 50 ms at their worst, and usually 1. */
const comparedAtOnce = 20_000;

/** Those that were compared in parts, until their transaction runs again. */
const compared = new LRUCache<string, ReadonlyMap<number, GradedText>>({ max: 20 });

/** The texts of an attempt, with how long they are and their keys, and a name for all that the comparison depends on. */
const comparisonOf = ({ definition, answers: given, grader }: CompletedAttempt) => {
  let characters = 0;
  const hash = createHash('sha256').update(String(grader));
  for (const question of questionsOf(definition)) {
    const answer = given.get(question.questionId);
    if (question.kind !== 'text' || typeof answer !== 'string') continue;
    for (const text of [answer, ...question.answers]) {
      characters += text.length;
      hash.update(`\n${question.questionId} ${question.exact} ${text.length} `).update(text);
    }
  }
  return { characters, name: hash.digest('hex') };
};

const textsAtOnce = (attempt: CompletedAttempt): ReadonlyMap<number, GradedText> => {
  const { characters, name } = comparisonOf(attempt);
  if (characters <= comparedAtOnce) return toEnd(textsOf(attempt));
  const known = compared.get(name);
  if (known !== undefined) return known;
  throw new NotReady('the comparison of texts', async () => void compared.set(name, await inParts(textsOf(attempt))));
};

/** What is written of a completed attempt when it is graded; undefined while an answer is not. */
export const gradeReport = async (assay: Pick<Assay, 'testVersions'>, db: Db | Tx, row: reports.Report, by?: By) => {
  const completed = await loadCompleted(assay, db, row, by);
  return completed && gradedBy(completed.attempt, textsAtOnce(completed.attempt));
};

/** The same outside a transaction, in parts: texts and keys of a test may have 30 million characters. */
export const gradeReportInParts = async ({ store, testVersions }: Pick<Assay, 'store' | 'testVersions'>, row: reports.Report) => {
  const completed = await store.read((db) => loadCompleted({ testVersions }, db, row));
  return completed && gradedBy(completed.attempt, await inParts(textsOf(completed.attempt)));
};
