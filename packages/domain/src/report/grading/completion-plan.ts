import { codeQuestionsOf, questionsOf, reviewedQuestionsOf, type TestDefinition } from '../../assessment/test-file.ts';
import { type Answer, isBlank } from '../../attempt/answer.ts';
import { isCodeAnswer } from '../../coding/check-code.ts';
import { isStillFor } from '../../coding/regrade.ts';
import { isReviewed, type Question, type ReviewedQuestion } from '../../questions/kinds.ts';
import { casesFor, withKeysOf } from './corrected-keys.ts';

/** The answers of an attempt, by question id. */
export type GivenAnswers = ReadonlyMap<number, Answer>;

/** A definition with the number of its version. */
export type VersionOfTest = { readonly version: number; readonly definition: TestDefinition };

/** What a report waits for: programs, each by the cases of a version, and answers that people grade. */
export type CompletionPlan = {
  readonly programs: readonly { readonly questionId: number; readonly version: number }[];
  readonly reviews: readonly number[];
};

/** Whether the answers decide what a report waits for. */
export const hasWaitingKinds = (paper: TestDefinition): boolean =>
  codeQuestionsOf(paper).length > 0 || reviewedQuestionsOf(paper).length > 0;

/** Questions whose answers people have to grade, of a paper with the keys that grade it. What a void one is worth does not depend on its answer. */
export const neededReviews = (graded: TestDefinition, given: GivenAnswers): (Question & ReviewedQuestion)[] =>
  questionsOf(graded).filter(
    (question): question is Question & ReviewedQuestion =>
      isReviewed(question) && question.void === undefined && !isBlank(given.get(question.questionId) ?? null),
  );

/** Of an attempt that is completed. `later`: a version whose keys grade it too, if the test was regraded since it began. */
export const completionPlan = (paper: VersionOfTest, later: VersionOfTest | undefined, given: GivenAnswers): CompletionPlan => {
  const answered = codeQuestionsOf(paper.definition).filter(({ questionId }) => !isBlank(given.get(questionId) ?? null));
  const programs = answered.map((question) => {
    const { questionId } = question;
    const answer = given.get(questionId);
    const cases = later && casesFor(paper.definition, later.definition, questionId);
    const isByLater = cases !== undefined && isCodeAnswer(answer) && isStillFor(question, cases, answer.language);
    return { questionId, version: later !== undefined && isByLater ? later.version : paper.version };
  });
  const graded = later === undefined ? paper.definition : withKeysOf(paper.definition, later.definition).paper;
  return { programs, reviews: neededReviews(graded, given).map(({ questionId }) => questionId) };
};
