import { adviceFor, type Flag, flags } from './advice.ts';
import type { QuestionStatistics } from './managed-statistics.ts';

/** With fewer candidates chance alone raises flags. */
const fewestToFlag = 20;

type Measured = Pick<QuestionStatistics, 'candidates' | 'void' | 'otherKey' | 'difficulty' | 'discrimination' | 'blank' | 'options'>;

const hasBetterDistractor = ({ options, candidates }: Measured): boolean => {
  const chosen = options.filter((one) => one.meanPercent !== null && one.candidates >= Math.max(5, candidates * 0.05));
  const right = chosen.filter((one) => one.correct).map((one) => one.meanPercent ?? 0);
  return right.length > 0 && chosen.some((one) => !one.correct && (one.meanPercent ?? 0) > Math.max(...right));
};

const adviceOn = (flag: Flag): QuestionStatistics['flags'][number] => ({ flag, advice: adviceFor[flag] });

/** In the order in which an author should look at them. */
export const flagsOf = (question: Measured): QuestionStatistics['flags'] => {
  const { candidates, difficulty, discrimination, blank, options, otherKey } = question;
  const isMeasured = question.void === null && candidates >= fewestToFlag && difficulty !== null;
  if (!isMeasured) return otherKey > 0 ? [adviceOn('other-key')] : [];
  const isEasy = difficulty >= 0.95;
  const holds: Record<Flag, boolean> = {
    'other-key': otherKey > 0,
    'check-key': discrimination !== null && discrimination < 0,
    'better-distractor': hasBetterDistractor(question),
    'weak-discrimination': discrimination !== null && discrimination >= 0 && discrimination < 0.15 && !isEasy,
    'too-easy': isEasy,
    'too-hard': difficulty <= 0.2,
    'often-blank': blank >= candidates * 0.2,
    'unused-option': candidates >= 50 && options.some((one) => !one.correct && one.candidates < candidates * 0.02),
  };
  return flags.filter((flag) => holds[flag]).map(adviceOn);
};
