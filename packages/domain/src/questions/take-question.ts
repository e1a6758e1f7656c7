import type { TakeQuestion } from '../attempt/take.ts';
import type { RunWith } from './kind.ts';
import { kindOf, type Question } from './kinds.ts';

/** A question of a section as candidates see it. */
export const takeQuestion = (question: Question, section: number, run: RunWith): TakeQuestion => {
  const { questionId, kind, prompt, marks, penalty } = question;
  return { ...{ questionId, section, kind, prompt, marks, penalty }, ...kindOf(question).take(question, run) };
};
