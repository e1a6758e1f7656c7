import {
  type CodeAnswer,
  type CodeQuestion,
  err,
  ok,
  type Plain,
  type RanCase,
  type Refusal,
  type Result,
  type RunResult,
  readValues,
  refusal,
  rowsTable,
  runCases,
  showValue,
  type Task,
  type Verdict,
} from '@assay/domain';
import type { Assay, ClosedSignal, Outcome, ProgramOwner, ProgramRun, TakeNews, TakeRun } from '../support/context.ts';
import { expectedTasks, NotRun, type On, type RunBy, runProgram, runSolution, runUntilTimeOut } from '../support/run-submission.ts';

/** Bytes of UTF-8 of an output that a candidate is shown. */
const longestOutput = 16_384;
const longestValue = 2_000;

/** What is expected of each sample, as text, by the index of its case. Undefined for an SQL question: its solution's rows. */
type Sample = { readonly index: number; readonly expected: string | undefined };

export type SampleRuns = {
  readonly question: CodeQuestion;
  readonly answer: CodeAnswer;
  readonly limits: RunBy;
  /** Also after a run that is over its time. */
  readonly all: boolean;
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
  question: CodeQuestion,
  answer: CodeAnswer,
  limits: RunBy,
  { input, all = false }: { readonly input?: string | undefined; readonly all?: boolean | undefined },
): Result<SampleRuns, Refusal> => {
  const samples = input === undefined ? samplesOf(question) : [];
  if (samples.length > 0) return ok({ question, answer, limits, all, on: { samples } });
  const task = ownTask(question, input ?? '');
  return task.ok ? ok({ question, answer, limits, all, on: { input: task.value } }) : task;
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
  const { end, stdout, stderr, value, line, seconds, waited, warnings } = run;
  return {
    name,
    verdict,
    stdout: cut(tableOf(run) ?? stdout),
    stderr: cut(stderr),
    expected: expected === null ? null : cut(expected),
    ...(value === undefined ? {} : { returned: showValue(value, longestValue) }),
    seconds,
    ...(line !== undefined && (end === 'compile-error' || end === 'runtime-error') ? { line } : {}),
    ...(waited && verdict === 'time-limit-exceeded' ? { waited } : {}),
    ...(warnings === undefined ? {} : { warnings: cut(warnings) }),
  };
};

const skipped: ProgramRun = { end: 'not-run', stdout: '', stderr: '', seconds: 0, memory: null };

/** What has ended counts, also when the program is left at a run over its time, or because nobody waits longer: the rest is `not-run`. */
const runSamplesOf =
  (on: On, { answer, limits, all }: SampleRuns) =>
  async (tasks: readonly Task[], ran: TakeRun): Promise<readonly ProgramRun[]> => {
    const done = new Map<number, ProgramRun>();
    const take: TakeRun = (index, run) => {
      done.set(index, run);
      ran(index, run);
    };
    try {
      return await (all ? runProgram(on, answer, tasks, limits, take) : runUntilTimeOut(on, answer, tasks, limits, skipped, take));
    } catch (error) {
      if (!(error instanceof NotRun) || done.size === 0) throw error;
      return tasks.map((_, index) => done.get(index) ?? skipped);
    }
  };

type Tell = (index: number, one: RunResult['cases'][number]) => void;

/** Only these cases are run, so that no output can tell of another one. */
const onSamples = async (on: On, runs: SampleRuns, samples: readonly Sample[], tell: Tell): Promise<RunResult['cases']> => {
  const { question, answer, limits } = runs;
  const tasks = await expectedTasks(on, question, answer);
  const solution = question.kind === 'sql' ? await runSolution(on, question) : [];
  const shown = (position: number, { result: { name, verdict }, run }: RanCase<ProgramRun>) => {
    const sample = samples[position];
    const expected = sample === undefined ? undefined : (sample.expected ?? tableOf(solution[sample.index]));
    return shownCase({ name, verdict, expected: expected ?? null }, run);
  };
  const wanted = samples.flatMap(({ index }) => tasks[index] ?? []);
  const ran = await runCases(wanted, limits.seconds, runSamplesOf(on, runs), (index, one) => tell(index, shown(index, one)));
  return ran.map((one, index) => shown(index, one));
};

/** Nothing is expected of an input of the candidate's own, but the limits hold as for a case. */
const onInput = async (on: On, runs: SampleRuns, input: Task): Promise<RunResult['cases']> => {
  const cases = [{ name: 'input', task: input, expectation: () => undefined }];
  const ran = await runCases(cases, runs.limits.seconds, runSamplesOf(on, runs));
  return ran.map(({ result: { name, verdict }, run }) => {
    // The statements of other data come from the candidate: that they fail, in the database's words, is no fault of ours.
    const isTheirs = verdict === 'not-run' && input.mode === 'sql' && run.stderr.startsWith('Error: ');
    return shownCase({ name, verdict: isTheirs ? 'runtime-error' : verdict === 'accepted' ? null : verdict, expected: null }, run);
  });
};

/**
 * Seconds until a candidate is told to try again of whose program nothing is known. The queue may be long where one place serves many, and
 * an endless program takes all of its time; what is shorter would call that an outage.
 */
const longestWait = 300;

const betweenLooks = 500;

const unavailable = (message: string) => err(refusal('service.unavailable', message));

type Caller = {
  readonly assay: Pick<Assay, 'runner'>;
  readonly closedSignal?: ClosedSignal | undefined;
  readonly onNews?: TakeNews | undefined;
};

/** Says how many programs go before the next one of an owner, and when that changes. */
const tellOfQueue = ({ ahead }: Assay['runner'], owner: ProgramOwner, onNews: TakeNews): (() => void) => {
  let told: number | null | undefined;
  const look = (): void => {
    const now = ahead?.(owner) ?? null;
    if (now !== told) onNews({ ahead: now });
    told = now;
  };
  const timer = setInterval(look, betweenLooks);
  return () => clearInterval(timer);
};

/** Runs the samples or the candidate's input, and nothing else, as long as somebody waits for them. */
export const runSamples = async (caller: Caller, owner: ProgramOwner, runs: SampleRuns): Outcome<RunResult> => {
  const { assay, closedSignal, onNews = () => undefined } = caller;
  const { runner } = assay;
  const late = AbortSignal.timeout(longestWait * 1000);
  const signal = closedSignal === undefined ? late : AbortSignal.any([late, closedSignal()]);
  const on = { runner, owner: { ...owner, waits: 'candidate' as const }, signal };
  const tell: Tell = (index, one) => onNews({ ran: { index, ...one } });
  const stopTelling = tellOfQueue(runner, on.owner, onNews);
  try {
    const cases = 'samples' in runs.on ? await onSamples(on, runs, runs.on.samples, tell) : await onInput(on, runs, runs.on.input);
    if (cases.some(({ verdict }) => verdict !== 'not-run')) return ok({ cases });
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
  } finally {
    stopTelling();
  }
  return unavailable(
    signal.aborted
      ? `The program was not run within ${longestWait} seconds; try again`
      : 'Programs cannot be run at present; try again, and go on meanwhile: answers are saved and graded all the same',
  );
};
