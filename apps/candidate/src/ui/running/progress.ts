import { isBlank, type TakeQuestion } from '@assay/domain/take';
import type { AnswerView } from '../../core/answers/answers.ts';

/** One question on the map. `index` is its position in the test, from 0. */
export type Mark = {
  readonly index: number;
  readonly questionId: number;
  readonly section: number;
  readonly answered: boolean;
  readonly flagged: boolean;
  /** Two devices have an answer each. */
  readonly conflict: boolean;
  /** What was typed last is no answer. */
  readonly unsaved: boolean;
};

/** The marks of all questions, in the order of the test. */
export const marksOf = (questions: readonly TakeQuestion[], answers: ReadonlyMap<number, AnswerView>): readonly Mark[] =>
  questions.map(({ questionId, section }, index) => {
    const { answer = null, flagged = false, conflict, typed } = answers.get(questionId) ?? {};
    const unsaved = conflict === undefined && typed?.counts === false;
    return { index, questionId, section, answered: !isBlank(answer), flagged, conflict: conflict !== undefined, unsaved };
  });

type Counts = { readonly total: number; readonly answered: number; readonly blank: number; readonly flagged: number };

export const countsOf = (marks: readonly Mark[]): Counts => {
  const answered = marks.filter((mark) => mark.answered).length;
  return { total: marks.length, answered, blank: marks.length - answered, flagged: marks.filter((mark) => mark.flagged).length };
};
