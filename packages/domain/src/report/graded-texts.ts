import { hashOf } from '../assessment/question-ids.ts';
import { questionsOf, type StoredDefinition, type StoredQuestion } from '../assessment/test-file.ts';
import type { Answer } from '../attempt/answer.ts';
import { foldText } from './fold-text.ts';
import { graderVersion, rulesOf } from './grader.ts';

type TextQuestion = Extract<StoredQuestion, { kind: 'text' }>;

/** `hash`: equal for texts that count as the same answer, as it is stored beside a report. */
export type GradedText = { readonly right: boolean; readonly hash: string };

/**
 * Compares an answer with each that is accepted. Gives way after every text: 200 of 20,000 characters are accepted, and NFKC makes 18
 * characters of one.
 */
export const gradeText = function* (question: TextQuestion, answer: string, grader: number): Generator<void, GradedText> {
  const { fold } = rulesOf(grader);
  const exact = question.exact === true;
  const given = fold(answer, exact);
  yield;
  const hash = hashOf(fold === foldText ? given : foldText(answer, exact));
  yield;
  for (const accepted of question.answers) {
    if (accepted === answer || fold(accepted, exact) === given) return { right: true, hash };
    yield;
  }
  return { right: false, hash };
};

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

/** Runs what gives way to its end at once. */
export const toEnd = <Value>(steps: Generator<void, Value>): Value => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
