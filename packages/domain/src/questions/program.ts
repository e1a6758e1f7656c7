import type { CodeAnswer } from '../coding/code-answer.ts';
import { gradeCode } from '../coding/comparison/code-marks.ts';
import { engineName } from '../coding/engines.ts';
import { modeOf, pinnedEngine } from '../coding/offered-languages.ts';
import type { RunLimitsOfTest } from '../coding/time-limits.ts';
import type { CodingQuestion } from './coding/question.ts';
import type { Grade } from './grade.ts';
import type { By, RunWith, Stored } from './kind.ts';
import type { SqlQuestion } from './sql/question.ts';
import type { TakeCode } from './take-code.ts';

type ProgramQuestion = CodingQuestion | SqlQuestion;

/** A program is graded by the verdicts of its cases, in their order. */
export const gradeProgram = (question: Stored<ProgramQuestion>, { verdicts }: Pick<By, 'verdicts'>): Grade => {
  const grade = gradeCode(question, question, verdicts);
  if (grade.outcome === 'undecided') throw new Error(`question ${question.questionId} has a case that was not run`);
  return grade;
};

/** The limits of the language that gets the most. */
const limitsOf = (limits: RunLimitsOfTest[string] = {}): TakeCode['limits'] => {
  const all = Object.values(limits).filter((one) => one !== undefined);
  if (all.length === 0) return null;
  return { seconds: Math.max(...all.map((one) => one.seconds)), memory: Math.max(...all.map((one) => one.memory)) };
};

/** Limits, and the languages of a question, each with the version of the engine that it is pinned to: the one that is offered now, or was at the import. */
export const takeRuns = (
  question: ProgramQuestion,
  languages: readonly CodeAnswer['language'][],
  { limits = {}, offers }: RunWith,
): Pick<TakeCode, 'languages' | 'limits'> => ({
  languages: languages.map((language) => {
    const pin = limits[language]?.engine ?? pinnedEngine(question, language, offers);
    const isIt = (one: (typeof offers)[number]): boolean =>
      one.language === language && one.modes.includes(modeOf(question)) && engineName(one.engine) === pin?.name;
    const version = (offers.find(isIt) ?? pin)?.version;
    return { language, ...(version === undefined ? {} : { version }) };
  }),
  limits: limitsOf(limits),
});
