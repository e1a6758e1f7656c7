import {
  type CaseResult,
  type CodeGrade,
  type CodingQuestion,
  codingBounds,
  enforcedSeconds,
  expectationsOf,
  gradeCode,
  rowsExpected,
  runCases,
  runLimits,
  type SqlQuestion,
  tasksOf,
} from '@assay/domain';
import type { Run, Runner, Task } from '@assay/runner';

type Submission = { readonly language: Parameters<typeof tasksOf>[1]; readonly source: string };

const output = 1024 * 1024;

/** `factor`: how many times the question's limit a program gets. */
export type GradeOptions = { readonly factor?: number };

const limitsOf = (question: CodingQuestion | SqlQuestion, language: Submission['language'], { factor = 1 }: GradeOptions) => {
  const { seconds, memory } = runLimits(question.limits, {}, language);
  return { seconds: seconds * factor, memory };
};

/** Runs a submission against every case as the service does. */
const runSubmission = async (
  runner: Runner,
  owner: string,
  question: CodingQuestion | SqlQuestion,
  { language, source }: Submission,
  options: GradeOptions,
): Promise<readonly CaseResult[]> => {
  const { seconds, memory } = limitsOf(question, language, options);
  const limits = { seconds: enforcedSeconds(seconds), memory, output };
  const run = async (tasks: readonly Task[]): Promise<readonly Run[]> => {
    const outcome = await runner.run({ language, source, tasks, limits }, { account: 'problems', attempt: owner });
    if ('refused' in outcome) throw new Error(`${owner}: ${outcome.message}`);
    return outcome.runs;
  };
  const expectations = question.kind === 'sql' ? await expectedRows(runner, owner, question) : expectationsOf(question);
  const cases = tasksOf(question, language).map((named, index) => ({ ...named, expectation: expectations[index] }));
  return (await runCases(cases, seconds, run)).map(({ result }) => result);
};

/** What the solution gives on each data set. As in the service it gets the longest time. */
const expectedRows = async (runner: Runner, owner: string, question: SqlQuestion) => {
  const limits = { seconds: codingBounds.seconds.most, memory: codingBounds.memory.most, output };
  const tasks = tasksOf(question, 'sql').map(({ task }) => task);
  const outcome = await runner.run(
    { language: 'sql', source: question.solution, tasks, limits },
    { account: 'problems', attempt: `${owner} solution` },
  );
  if ('refused' in outcome) throw new Error(`${owner}: ${outcome.message}`);
  return outcome.runs.map(rowsExpected);
};

export type Grading = { readonly results: readonly CaseResult[]; readonly grade: CodeGrade };

export const grade = async (
  runner: Runner,
  owner: string,
  question: CodingQuestion | SqlQuestion,
  submission: Submission,
  options: GradeOptions = {},
): Promise<Grading> => {
  const results = await runSubmission(runner, owner, question, submission, options);
  const found = results.map(({ verdict }) => verdict);
  return { results, grade: gradeCode({ marks: 10, penalty: 0 }, question, found) };
};
