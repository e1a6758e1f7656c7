import { hashOf } from '../../assessment/hash.ts';
import { rulesOf } from '../../report/grading/grader.ts';
import { foldText } from '../../report/words/fold-text.ts';
import type { TextQuestion } from './question.ts';

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

/** Runs what gives way to its end at once. */
export const toEnd = <Value>(steps: Generator<void, Value>): Value => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
