import {
  type CaseResult,
  type CodeGrade,
  type CodingQuestion,
  enforcedSeconds,
  evaluateCase,
  expectationsOf,
  gradeCode,
  rowsExpected,
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

/** Runs a submission against every case as the service does, and near the limit of time again. */
const runCases = async (
  runner: Runner,
  owner: string,
  question: CodingQuestion | SqlQuestion,
  { language, source }: Submission,
  options: GradeOptions,
): Promise<readonly CaseResult[]> => {
  const limits = limitsOf(question, language, options);
  const runAll = async (tasks: readonly Task[]): Promise<readonly Run[]> => {
    const enforced = { seconds: enforcedSeconds(limits.seconds), memory: limits.memory, output };
    const outcome = await runner.run({ language, source, tasks, limits: enforced }, { account: 'problems', attempt: owner });
    if ('refused' in outcome) throw new Error(`${owner}: ${outcome.message}`);
    return outcome.runs;
  };
  const named = tasksOf(question, language);
  const runs = await runAll(named.map(({ task }) => task));
  const expectations = question.kind === 'sql' ? await expectedRows(runner, owner, question, source, runs) : expectationsOf(question);
  const results: CaseResult[] = [];
  for (const [index, { name, task }] of named.entries()) {
    const [first] = runs.slice(index);
    if (first === undefined) throw new Error(`${owner}: case ${name} was not run`);
    const tries: [Run, ...Run[]] = [first];
    let evaluated = evaluateCase(name, expectations[index], limits.seconds, tries);
    while (evaluated.again) {
      tries.push(...(await runAll([task])));
      evaluated = evaluateCase(name, expectations[index], limits.seconds, tries);
    }
    results.push(evaluated.result);
  }
  return results;
};

/** What the solution gives on each data set. */
const expectedRows = async (runner: Runner, owner: string, question: SqlQuestion, source: string, runs: readonly Run[]) => {
  if (source === question.solution) return runs.map(rowsExpected);
  const limits = { ...limitsOf(question, 'sql', {}), output };
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
  const results = await runCases(runner, owner, question, submission, options);
  const found = results.map(({ verdict }) => verdict);
  return { results, grade: gradeCode({ marks: 10, penalty: 0 }, question, found) };
};
