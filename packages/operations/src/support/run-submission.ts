import {
  type CodeAnswer,
  type CodeQuestion,
  codingBounds,
  type ExpectedTask,
  enforcedSeconds,
  expectationsOf,
  isLostByOne,
  type RanCase,
  rowsExpected,
  runCases,
  type SqlQuestion,
  type Task,
  tasksOf,
} from '@assay/domain';
import type { CodeRunner, ProgramOwner, ProgramRun, TakeRun } from './context.ts';
import { engineIn, type SettingsOfRun } from './run-settings.ts';

/** Bytes of each run: far more than any case expects. */
const output = 1024 * 1024;

export type On = { readonly runner: CodeRunner; readonly owner: ProgramOwner; readonly signal?: AbortSignal | undefined };

/** The runner took no program: it says why, and nothing is known of the program. */
export class NotRun extends Error {
  readonly refused: string;
  /** When its engine is in its self-test. */
  readonly againInMs: number | undefined;
  constructor(refused: string, message: string, againInMs?: number) {
    super(message);
    this.refused = refused;
    this.againInMs = againInMs;
  }

  /** Nothing failed: there are only too many programs for now. */
  get isQueueFull(): boolean {
    return ['queue-full', 'account-limit', 'attempt-limit'].includes(this.refused);
  }

  /** This process has no such engine; another one may. */
  get isAbsent(): boolean {
    return this.refused === 'not-offered';
  }
}

/** The limits of a run, and its engine if it must have one. */
export type RunBy = Pick<SettingsOfRun, 'seconds' | 'memory' | 'engine' | 'instead'>;

/** @throws NotRun when the runner takes no program */
export const runProgram = async (
  { runner, owner, signal }: On,
  { language, source }: CodeAnswer,
  tasks: readonly Task[],
  settings: RunBy,
  ran?: TakeRun,
): Promise<readonly ProgramRun[]> => {
  const { seconds, memory } = settings;
  const limits = { seconds: enforcedSeconds(seconds), memory, output };
  const outcome = await runner.run({ language, source, tasks, limits, engine: engineIn(settings) }, owner, signal, ran);
  if ('refused' in outcome) throw new NotRun(outcome.refused, outcome.message, outcome.againInMs);
  if (outcome.runs.length < tasks.length) throw new NotRun('incomplete', 'the runner left out a case');
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

/** As `runProgram`, but the program is left at its first run over its time, and those after it are `rest`. */
export const runUntilTimeOut = async (
  on: On,
  answer: CodeAnswer,
  tasks: readonly Task[],
  limits: RunBy,
  rest: ProgramRun,
  ran?: TakeRun,
): Promise<readonly ProgramRun[]> => {
  const done = new Map<number, ProgramRun>();
  const leave = new AbortController();
  const take: TakeRun = (index, run) => {
    done.set(index, run);
    ran?.(index, run);
    if (run.end === 'time-limit-exceeded' && index < tasks.length - 1) leave.abort();
  };
  const signal = on.signal === undefined ? leave.signal : AbortSignal.any([on.signal, leave.signal]);
  try {
    return await runProgram({ ...on, signal }, answer, tasks, limits, take);
  } catch (error) {
    if (!(error instanceof NotRun) || !leave.signal.aborted) throw error;
    return tasks.map((_, index) => done.get(index) ?? rest);
  }
};

export type Submission = {
  readonly question: CodeQuestion;
  readonly answer: CodeAnswer;
  readonly limits: RunBy;
  /** Whether cases are left out that can change no marks. An author wants to know of all. */
  readonly leavesOut?: boolean;
};

const leftOut: ProgramRun = { end: 'time-limit-exceeded', stdout: '', stderr: '', seconds: 0, memory: null, leftOut: true };

export type SubmissionCase = RanCase<ProgramRun>;

/** The tasks of a question, and what a program must do in each. */
export const expectedTasks = async (on: On, question: CodeQuestion, { language }: CodeAnswer): Promise<readonly ExpectedTask[]> => {
  const solution = question.kind === 'sql' ? await runSolution(on, question) : [];
  const expectations = question.kind === 'sql' ? solution.map(rowsExpected) : expectationsOf(question);
  return tasksOf(question, language).map((named, index) => ({ ...named, expectation: expectations[index] }));
};

/**
 * Runs a program on the cases of its question and compares. What ends near the limit of time is run again. Of a question whose marks one
 * case loses, what comes after the first one that was ended for its time may be left out: the program would take as long there.
 *
 * @throws NotRun when the runner takes no program; a case that our side let down is `not-run`
 */
export const runSubmission = async (
  on: On,
  { question, answer, limits, leavesOut = false }: Submission,
): Promise<readonly SubmissionCase[]> => {
  // Not among those that are run again: each of them was run, and has a verdict.
  let mayLeaveOut = leavesOut && isLostByOne(question);
  return runCases(await expectedTasks(on, question, answer), limits.seconds, (tasks) => {
    const runs = mayLeaveOut ? runUntilTimeOut(on, answer, tasks, limits, leftOut) : runProgram(on, answer, tasks, limits);
    mayLeaveOut = false;
    return runs;
  });
};
