import {
  type Answer,
  countWords,
  type FileAnswer,
  formatHour,
  formatInstant,
  isFileAnswer,
  marksOf,
  neutralFileName,
  type Review,
  type ReviewedQuestion,
  type ReviewSummary,
  reviewedQuestionsOf,
} from '@assay/domain';
import { answers, type Db, invitations, reviews } from '@assay/store';
import { wireGrade, wireRubric } from '../answers/reviewed.ts';
import { firstLine } from '../statistics/first-line.ts';
import type { Context } from '../support/context.ts';
import type { Services } from '../support/operation.ts';

/** Who grades: an API key, by rotations the same one; 0 for the operator. */
export const graderOf = ({ key }: Pick<Context, 'key'>): number => key?.firstKeyId ?? key?.keyId ?? 0;

export type Looking = { readonly assay: Services; readonly db: Db; readonly grader: number; readonly now: number };

export const questionOf = async ({ assay, db }: Pick<Looking, 'assay' | 'db'>, row: reviews.Review) => {
  const { account_id: accountId, test_id: testId, version, question_id: questionId } = row;
  const { name, definition } = await assay.testVersions.load(db, { accountId, testId, version });
  const question = reviewedQuestionsOf(definition).find((one) => one.questionId === questionId);
  if (question === undefined) throw new Error(`test ${testId} has no question ${questionId} that people grade`);
  return { testName: name, question };
};

/** Another key grades it at the moment. */
export const claimedByAnother = (row: reviews.Review, grader: number, now: number): boolean =>
  row.claimed_by !== null && row.claimed_by !== grader && row.claimed_until > now;

/** Candidates write their names into those of files. */
export const shownName = ({ id, blind }: ReviewedQuestion, { name }: FileAnswer): string => (blind ? neutralFileName(id, name) : name);

/** Sizes of files whose author is hidden. */
const sizeStep = 1000;

const shownFile = (question: ReviewedQuestion, answer: Answer | undefined): ReviewSummary['file'] => {
  if (answer === undefined || !isFileAnswer(answer)) return null;
  const { type, bytes, sha256 } = answer;
  const name = shownName(question, answer);
  // Those of the original are beside the candidate elsewhere, and graders get another file.
  return question.blind ? { name, type, bytes: Math.ceil(bytes / sizeStep) * sizeStep, sha256: null } : { name, type, bytes, sha256 };
};

type Known = {
  readonly testName: string;
  readonly question: ReviewedQuestion;
  readonly mine: boolean;
  readonly answer: Answer | undefined;
};

/** The answer of a review whose summary says something of it: one that is a file. */
export const summarizedAnswer = async (db: Db, row: reviews.Review, { kind }: ReviewedQuestion): Promise<Answer | undefined> => {
  const { account_id: accountId, invitation_id: invitationId, attempt, question_id: questionId } = row;
  return kind === 'file' ? answers.find(db, { accountId, invitationId, attempt, questionId }) : undefined;
};

export const wireSummary = (row: reviews.Review, { grader, now }: Looking, { testName, question, mine, answer }: Known): ReviewSummary => ({
  reviewId: row.public_id,
  testId: row.test_id,
  testName,
  questionId: row.question_id,
  kind: question.kind,
  title: firstLine(question.prompt),
  file: shownFile(question, answer),
  state: row.state,
  graders: question.graders,
  given: row.given,
  mine,
  claimedUntil: claimedByAnother(row, grader, now) ? formatInstant(row.claimed_until) : null,
  score: row.score,
  marks: marksOf(question),
  waitingSince: formatHour(row.created_at),
});

const candidateOf = async (db: Db, key: { readonly accountId: number; readonly invitationId: number }): Promise<Review['candidate']> => {
  const row = await invitations.find(db, key);
  return row === undefined ? null : { testInvitationId: row.invitation_id, fullName: row.full_name, emailId: row.email };
};

/** An answer with its rubric, and the grades that the grader may see: while graders are missing, only their own. */
export const wireReview = async (looking: Looking, row: reviews.Review): Promise<Review> => {
  const { db, grader } = looking;
  const { account_id: accountId, invitation_id: invitationId, attempt, review_id: reviewId, question_id: questionId } = row;
  const { testName, question } = await questionOf(looking, row);
  const answer = await answers.find(db, { accountId, invitationId, attempt, questionId });
  const text = typeof answer === 'string' ? answer : '';
  const grades = await reviews.listGrades(db, { accountId, reviewId });
  const shown = grades.filter((one) => row.state !== 'waiting' || one.grader === grader);
  return {
    ...wireSummary(row, looking, { testName, question, mine: grades.some((one) => one.grader === grader), answer }),
    candidate: question.blind ? null : await candidateOf(db, { accountId, invitationId }),
    prompt: question.prompt,
    answer: text,
    words: { count: countWords(text), ...('words' in question ? question.words : { min: null, max: null }) },
    rubric: wireRubric(question),
    reconcile: question.reconcile,
    grades: shown.map((one) => {
      const mine = one.grader === grader;
      // The grade that makes a report has its time.
      return { ...wireGrade(one), mine, at: mine || !question.blind ? formatInstant(one.at) : formatHour(one.at) };
    }),
  };
};
