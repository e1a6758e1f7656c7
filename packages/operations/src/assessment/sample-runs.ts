import {
  type CodeAnswer,
  type CodeQuestion,
  err,
  ok,
  type Plain,
  type Refusal,
  type Result,
  type RunResult,
  readValues,
  refusal,
  rowsTable,
  runCases,
  runLimits,
  showValue,
  type Task,
  type Verdict,
} from '@assay/domain';
import type { Assay, Outcome, ProgramOwner, ProgramRun, UntilGone } from '../support/context.ts';
import { NotRun, type On, runProgram, runSolution, runSubmission } from '../support/run-submission.ts';
import type { LoadedVersion } from '../support/test-versions.ts';

/** Bytes of UTF-8 of an output that a candidate is shown. */
const longestOutput = 16_384;
const longestValue = 2_000;

/** What is expected of each sample, as text, by the index of its case. Undefined for an SQL question: its solution's rows. */
type Sample = { readonly index: number; readonly expected: string | undefined };

export type SampleRuns = {
  readonly question: CodeQuestion;
  readonly answer: CodeAnswer;
  readonly limits: { readonly seconds: number; readonly memory: number };
  readonly on: { readonly samples: readonly Sample[] } | { readonly input: Task };
};

const samplesOf = (question: CodeQuestion): readonly Sample[] => {
  if (question.kind === 'sql') return [{ index: 0, expected: undefined }];
  if (question.io === 'harness') return [];
  return question.cases.flatMap((one, index) =>
    one.sample ? [{ index, expected: 'output' in one ? one.output : showValue(one.returns, longestValue) }] : [],
  );
};

const invalidInput = (rule: string) => err(refusal('request.invalid', `input: ${rule}`));

const argumentsOf = (input: string, count: number): Result<readonly Plain[], Refusal> => {
  const args = readValues(input);
  if ('fault' in args) return invalidInput(`${args.fault}; the arguments of the function are a JSON list`);
  return args.length === count ? ok(args) : invalidInput(`must have one value for each of the ${count} parameters, not ${args.length}`);
};

/** A harness is not run on what a candidate types: the program alone is. */
const ownTask = (question: CodeQuestion, input: string): Result<Task, Refusal> => {
  if (question.kind === 'sql') return ok({ mode: 'sql', schema: question.schema, data: input });
  if (question.io !== 'function') return ok({ mode: 'stdio', input });
  const { name, parameters } = question.function;
  const args = argumentsOf(input, parameters.length);
  return args.ok ? ok({ mode: 'function', name, args: args.value }) : args;
};

/** What to run, of an answer that was checked: the samples, or an input of the candidate's own. Without samples the input is empty. */
export const sampleRunsOf = (
  { runLimits: measured }: Pick<LoadedVersion, 'runLimits'>,
  question: CodeQuestion,
  answer: CodeAnswer,
  input: string | undefined,
): Result<SampleRuns, Refusal> => {
  const limits = measured[question.questionId]?.[answer.language] ?? runLimits(question.limits, {}, answer.language);
  const samples = input === undefined ? samplesOf(question) : [];
  if (samples.length > 0) return ok({ question, answer, limits, on: { samples } });
  const task = ownTask(question, input ?? '');
  return task.ok ? ok({ question, answer, limits, on: { input: task.value } }) : task;
};

/** Cut between two characters. */
const cut = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= longestOutput) return text;
  let end = longestOutput;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}…`;
};

const tableOf = (run: ProgramRun | undefined): string | undefined => run?.rows && rowsTable(run.rows, longestOutput);

type Shown = { readonly name: string; readonly verdict: Verdict | null; readonly expected: string | null };

const shownCase = ({ name, verdict, expected }: Shown, run: ProgramRun): RunResult['cases'][number] => {
  const { end, stdout, stderr, value, line, seconds } = run;
  return {
    name,
    verdict,
    stdout: cut(tableOf(run) ?? stdout),
    stderr: cut(stderr),
    expected: expected === null ? null : cut(expected),
    ...(value === undefined ? {} : { returned: showValue(value, longestValue) }),
    seconds,
    ...(line !== undefined && (end === 'compile-error' || end === 'runtime-error') ? { line } : {}),
  };
};

/** Only these cases are run, so that no output can tell of another one. */
const onSamples = async (on: On, { question, answer, limits }: SampleRuns, samples: readonly Sample[]): Promise<RunResult['cases']> => {
  const wanted = new Set(samples.map(({ index }) => index));
  const found = await runSubmission(on, { question, answer, limits, only: (_, index) => wanted.has(index) });
  const solution = question.kind === 'sql' ? await runSolution(on, question) : [];
  return found.flatMap(({ result: { name, verdict }, run }, position) => {
    const sample = samples[position];
    const expected = sample === undefined ? undefined : (sample.expected ?? tableOf(solution[sample.index]));
    return [shownCase({ name, verdict, expected: expected ?? null }, run)];
  });
};

/** Nothing is expected of an input of the candidate's own, but the limits hold as for a case. */
const onInput = async (on: On, { answer, limits }: SampleRuns, input: Task): Promise<RunResult['cases']> => {
  const cases = [{ name: 'input', task: input, expectation: () => undefined }];
  const ran = await runCases(cases, limits.seconds, (tasks) => runProgram(on, answer, tasks, limits));
  return ran.map(({ result: { name, verdict }, run }) => {
    // The statements of other data come from the candidate: that they fail, in the database's words, is no fault of ours.
    const isTheirs = verdict === 'not-run' && input.mode === 'sql' && run.stderr.startsWith('Error: ');
    return shownCase({ name, verdict: isTheirs ? 'runtime-error' : verdict === 'accepted' ? null : verdict, expected: null }, run);
  });
};

/** Seconds until a candidate who waits is told to try again. */
const longestWait = 30;

const unavailable = (message: string) => err(refusal('service.unavailable', message));

type Caller = { readonly assay: Pick<Assay, 'runner'>; readonly untilGone?: UntilGone | undefined };

/** Runs the samples or the candidate's input, and nothing else, as long as somebody waits for them. */
export const runSamples = async ({ assay: { runner }, untilGone }: Caller, owner: ProgramOwner, runs: SampleRuns): Outcome<RunResult> => {
  const late = AbortSignal.timeout(longestWait * 1000);
  const signal = untilGone === undefined ? late : AbortSignal.any([late, untilGone()]);
  const on = { runner, owner: { ...owner, waits: 'candidate' as const }, signal };
  try {
    const cases = 'samples' in runs.on ? await onSamples(on, runs, runs.on.samples) : await onInput(on, runs, runs.on.input);
    if (cases.every(({ verdict }) => verdict !== 'not-run')) return ok({ cases });
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
  }
  return unavailable(
    signal.aborted
      ? `The program was not run within ${longestWait} seconds; try again`
      : 'Programs cannot be run at present; try again, and go on meanwhile: answers are saved and graded all the same',
  );
};
