import type { Answer } from '../attempt/answer.ts';
import type { CorrectedKey } from '../report/grading/corrected-keys.ts';
import { gradeQuestion } from '../report/scoring.ts';

const isMoved = ({ before, after }: CorrectedKey, answer: Answer): boolean => {
  const { marks, penalty } = after;
  const { void: _, ...asked } = before;
  // With the marks of the later version, so that only the key makes a difference.
  const [was, is] = [gradeQuestion({ ...asked, marks, penalty }, answer), gradeQuestion(after, answer)];
  return was.outcome !== is.outcome || !was.score.eq(is.score);
};

/** Answers to choices are few. */
const mostKept = 10_000;

/** Tells whether a corrected key grades an answer otherwise. Equal answers are graded once. */
export const makeMoved = (): ((key: CorrectedKey, answer: Answer) => boolean) => {
  const kept = new Map<string, boolean>();
  return (key, answer) => {
    const name = JSON.stringify([key.before.questionId, answer]);
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const moved = isMoved(key, answer);
    kept.set(name, moved);
    return moved;
  };
};
