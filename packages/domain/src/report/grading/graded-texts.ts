import { questionsOf, type StoredDefinition } from '../../assessment/test-file.ts';
import type { Answer } from '../../attempt/answer.ts';
import { type GradedText, gradeText } from '../../questions/text/grade-text.ts';
import { graderVersion, rulesOf } from './grader.ts';

/** The text answers of an attempt by question, in parts, so that the caller can do other things in between. */
export const gradeTexts = function* (
  definition: StoredDefinition,
  answers: ReadonlyMap<number, Answer>,
  grader = graderVersion,
): Generator<void, ReadonlyMap<number, GradedText>> {
  const graded = new Map<number, GradedText>();
  const { isBlank } = rulesOf(grader);
  for (const question of questionsOf(definition)) {
    const answer = answers.get(question.questionId);
    if (question.kind !== 'text' || typeof answer !== 'string' || isBlank(answer)) continue;
    graded.set(question.questionId, yield* gradeText(question, answer, grader));
  }
  return graded;
};
