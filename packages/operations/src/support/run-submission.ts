import {
  type CaseResult,
  type CodeAnswer,
  type CodeQuestion,
  codingBounds,
  enforcedSeconds,
  evaluateCase,
  expectationsOf,
  type NamedTask,
  type RunLimits,
  rowsExpected,
  type SqlQuestion,
  type Task,
  tasksOf,
} from '@assay/domain';
import type { CodeRunner, ProgramOwner, ProgramRun } from './context.ts';

/** Bytes of each run: far more than any case expects. */
const output = 1024 * 1024;

export type On = { readonly runner: CodeRunner; readonly owner: ProgramOwner; readonly signal?: AbortSignal | undefined };

/** The runner took no program: it says why, and nothing is known of the program. */
export class NotRun extends Error {
  readonly refused: string;
  constructor(refused: string, message: string) {
    super(message);
    this.refused = refused;
  }
}

/** @throws NotRun when the runner takes no program */
export const runProgram = async (
  { runner, owner, signal }: On,
  { language, source }: CodeAnswer,
  tasks: readonly Task[],
  { seconds, memory }: Pick<RunLimits, 'seconds' | 'memory'>,
): Promise<readonly ProgramRun[]> => {
  const limits = { seconds: enforcedSeconds(seconds), memory, output };
  const outcome = await runner.run({ language, source, tasks, limits }, owner, signal);
  if ('refused' in outcome) throw new NotRun(outcome.refused, outcome.message);
  return outcome.runs;
};

/** What a query's author wants of it on each data set. A version's questions stay the same objects while it is cached. */
const solutions = new WeakMap<SqlQuestion, readonly ProgramRun[]>();

/** The rows that the solution of an SQL question gives on each data set. It gets the longest time: it passed at import. */
export const runSolution = async (on: On, question: SqlQuestion): Promise<readonly ProgramRun[]> => {
  const known = solutions.get(question);
  if (known !== undefined) return known;
  const tasks = tasksOf(question, 'sql').map(({ task }) => task);
  const limits = { seconds: codingBounds.seconds.most, memory: codingBounds.memory.most };
  const runs = await runProgram(on, { language: 'sql', source: question.solution }, tasks, limits);
  if (runs.every(({ end }) => end === 'ended')) solutions.set(question, runs);
  return runs;
};

export type Submission = {
  readonly question: CodeQuestion;
  readonly answer: CodeAnswer;
  readonly limits: Pick<RunLimits, 'seconds' | 'memory'>;
  /** The tasks to run; by default all. */
  readonly only?: (task: NamedTask, index: number) => boolean;
};

/** How a case ended, and the run that was looked at last. */
export type SubmissionCase = { readonly result: CaseResult; readonly run: ProgramRun };

/**
 * Runs a program on the cases of its question and compares. What ends near the limit of time is run again.
 *
 * @throws NotRun when the runner takes no program; a case that our side let down is `not-run`
 */
export const runSubmission = async (on: On, { question, answer, limits, only = () => true }: Submission): Promise<SubmissionCase[]> => {
  const solution = question.kind === 'sql' ? await runSolution(on, question) : [];
  const expectations = question.kind === 'sql' ? solution.map(rowsExpected) : expectationsOf(question);
  const cases = tasksOf(question, answer.language)
    .map((named, index) => ({ named, index, expectation: expectations[index] }))
    .filter(({ named, index }) => only(named, index));
  const found = new Map<number, SubmissionCase>();
  const tries = new Map<number, ProgramRun[]>();
  for (let left = cases; left.length > 0; left = cases.filter(({ index }) => !found.has(index))) {
    const tasks = left.map(({ named }) => named.task);
    const runs = await runProgram(on, answer, tasks, limits);
    for (const [position, { named, index, expectation }] of left.entries()) {
      const run = runs[position];
      if (run === undefined) throw new NotRun('incomplete', `the runner left out case ${named.name}`);
      const [first = run, ...others] = [...(tries.get(index) ?? []), run];
      tries.set(index, [first, ...others]);
      const evaluated = evaluateCase(named.name, expectation, limits.seconds, [first, ...others]);
      if (!evaluated.again) found.set(index, { result: evaluated.result, run });
    }
  }
  return [...found].sort(([one], [other]) => one - other).map(([, done]) => done);
};
