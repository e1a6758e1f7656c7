import { randomUUID } from 'node:crypto';
import {
  type CaseResult,
  type CodeAnswer,
  type CodeQuestion,
  codingBounds,
  err,
  evaluateCase,
  type Finding,
  isCodeQuestion,
  languageFaults,
  type Measured,
  mostFindings,
  ok,
  type PinnedEngine,
  type PreparedTest,
  pinnedEngine,
  type ReferenceProgram,
  type Refusal,
  type Result,
  type RunLimitsOfTest,
  type RunSettings,
  referenceFault,
  referencePrograms,
  refusal,
  refuseFaults,
  rowsExpected,
  runLimits,
  type StoredDefinition,
  slowSolution,
  withLanguages,
} from '@assay/domain';
import { tests } from '@assay/store';
import { partsOf } from '../rendering/large-text.ts';
import type { CodeRunner, Context, RunnerOffer } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { textInParts } from '../support/json-parts.ts';
import { parseInParts } from '../support/parse-in-parts.ts';
import { requireLeft } from '../support/quotas.ts';
import { NotRun, runSolution, runSubmission } from '../support/run-submission.ts';

type Place = { readonly path: string; readonly question: CodeQuestion };

const codePlaces = ({ sections }: StoredDefinition): readonly Place[] =>
  sections.flatMap(({ questions }, section) =>
    questions.flatMap((question, index) =>
      isCodeQuestion(question) ? [{ path: `sections[${section}].questions[${index}]`, question }] : [],
    ),
  );

const fixLanguages = (definition: StoredDefinition, offers: readonly RunnerOffer[]): StoredDefinition => ({
  ...definition,
  sections: definition.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => (isCodeQuestion(question) ? withLanguages(question, offers) : question)),
  })),
});

/** Only programs that read and write run natively. */
const mayBeNative = ({ question }: Place): boolean =>
  question.kind === 'coding' && question.io === 'stdio' && question.engine !== 'embedded';

/**
 * A version is pinned to the engine that is preferred here, so it must be known which that is. Questions that name their languages wait for
 * no self-test of others, and those that name the embedded engine for none of native programs: a first start imports its samples.
 */
const offersFor = async (runner: CodeRunner, places: readonly Place[]): Promise<readonly RunnerOffer[]> => {
  const byNow = await runner.offers(places.some(mayBeNative) ? 'preferred' : 'by-now');
  const isEnough = places.every(
    ({ question }) => !(question.kind === 'coding' && question.languages === null) && languageFaults(question, byNow).length === 0,
  );
  return isEnough ? byNow : runner.offers();
};

const unavailable = (message: string) => err(refusal('service.unavailable', message));

type On = Parameters<typeof runSubmission>[0];

/**
 * A solution whose author sets no limit runs with the longest that leaves the question a limit of three times what it takes, and with
 * half of the memory.
 */
const measuring = { seconds: codingBounds.seconds.most / 3, memory: codingBounds.memory.most / 2 };

const runReference = async (
  on: On,
  question: CodeQuestion,
  program: ReferenceProgram,
  { measured, engine }: { readonly measured: MeasuredBy; readonly engine: PinnedEngine | undefined },
): Promise<readonly CaseResult[]> => {
  const { language, source, must } = program;
  if (question.kind === 'sql' && must === 'pass') {
    // What is expected of a query are the rows of this one: without them all others could not be run either.
    const runs = await runSolution(on, question);
    if (runs.some(({ end }) => end !== 'ended'))
      return runs.flatMap((run, index) => {
        const evaluated = evaluateCase(String(index + 1), rowsExpected(run), codingBounds.seconds.most, [run]);
        return evaluated.again ? [] : [evaluated.result];
      });
  }
  const { seconds, memory } = question.limits;
  const settings =
    must === 'pass'
      ? { seconds: seconds ?? measuring.seconds, memory: memory ?? measuring.memory }
      : runLimits(question.limits, measured, language);
  const answer: CodeAnswer = { language, source };
  return (await runSubmission(on, { question, answer, limits: { ...settings, engine } })).map(({ result }) => result);
};

type MeasuredBy = { [Language in CodeAnswer['language']]?: readonly Measured[] };
type Checked = { readonly faults: readonly string[]; readonly findings: readonly Finding[]; readonly limits: RunLimitsOfTest[string] };

/** Runs the programs of a question's author, first what must pass: the limits of the others come from it. */
const checkQuestion = async (on: On, { path, question }: Place, offers: readonly RunnerOffer[]): Promise<Checked> => {
  const measured: MeasuredBy = {};
  const faults: string[] = [];
  const findings: Finding[] = [];
  for (const program of referencePrograms(question)) {
    const engine = pinnedEngine(question, program.language, offers);
    const results = await runReference(on, question, program, { measured, engine }).catch((error: unknown) => {
      throw error instanceof NotRun ? new NotRun(error.refused, `${path}.${program.path}: ${error.message}`) : error;
    });
    const notRun = results.find(({ verdict }) => verdict === 'not-run');
    if (notRun) throw new NotRun('not-run', `${path}.${program.path}: could not be run on case ${notRun.name}`);
    const fault = referenceFault(program, results);
    if (fault !== undefined) faults.push(`${path}.${fault}`);
    // Without the rows of the solution nothing is known of other queries.
    if (fault !== undefined && question.kind === 'sql' && program.must === 'pass') break;
    if (program.must !== 'pass') continue;
    measured[program.language] = results;
    const slow = slowSolution(path, question.limits, program.path, results);
    if (slow !== undefined) findings.push(slow);
  }
  const languages = question.kind === 'sql' ? (['sql'] as const) : (question.languages ?? []);
  const settingsIn = (language: CodeAnswer['language']): RunSettings => {
    const engine = pinnedEngine(question, language, offers);
    return { ...runLimits(question.limits, measured, language), ...(engine === undefined ? {} : { engine }) };
  };
  return { faults, findings, limits: Object.fromEntries(languages.map((language) => [language, settingsIn(language)])) };
};

type Found = { readonly runLimits: RunLimitsOfTest; readonly findings: readonly Finding[] };

/** Runs the programs of all questions, as many at the same time as the pool does. */
const checkAll = async (
  { assay, accountId, closedSignal }: Context,
  places: readonly Place[],
  offers: readonly RunnerOffer[],
): Promise<Result<Found, Refusal>> => {
  const { runner, timings } = assay;
  // A question without programs of its author runs none.
  if (places.some(({ question }) => referencePrograms(question).length > 0)) {
    const left = await assay.store.read((db) => requireLeft(db, accountId, 'processorSeconds'));
    if (!left.ok) return left;
  }
  const checked = new Map<Place, Checked>();
  const stop = new AbortController();
  // Imports at the same time are not one attempt, of which few programs wait.
  const id = randomUUID();
  const late = setTimeout(() => stop.abort(late), timings.importProgramsMs);
  const signal = closedSignal === undefined ? stop.signal : AbortSignal.any([stop.signal, closedSignal()]);
  const waiting = [...places];
  const work = async (): Promise<void> => {
    for (let place = waiting.shift(); place !== undefined && !signal.aborted; place = waiting.shift()) {
      // A candidate's program waits for no more than the turn that runs: a flood of imports would take its 30 seconds.
      const owner = { account: String(accountId), attempt: `${id} ${place.path}`, waits: 'author' } as const;
      checked.set(place, await checkQuestion({ runner, owner, signal }, place, offers));
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(await runner.size(), places.length) }, work));
    const left = places.find((place) => !checked.has(place));
    if (left !== undefined) throw new NotRun('aborted', `${left.path}: not run`);
  } catch (error) {
    if (!(error instanceof NotRun)) throw error;
    const isLate = stop.signal.reason === late;
    stop.abort();
    const limit = `the programs of a file may take ${timings.importProgramsMs / 1000} s together, and this one had not ended`;
    if (isLate) return err(refuseFaults([error.message.replace(/: .*/s, `: ${limit}`)]));
    return unavailable(`${error.message}; nothing was imported, try again`);
  } finally {
    clearTimeout(late);
  }
  const done = places.map((place) => checked.get(place) ?? { faults: [], findings: [], limits: {} });
  const faults = done.flatMap((one) => one.faults);
  if (faults.length > 0) return err(refuseFaults(faults));
  const runLimits = Object.fromEntries(places.map(({ question }, index) => [question.questionId, done[index]?.limits ?? {}]));
  return ok({ runLimits, findings: done.flatMap((one) => one.findings) });
};

/**
 * What an import does with questions that are answered with a program, before its transaction: names their languages, and shows by their
 * author's own programs that their cases are right. What is imported already is not run again.
 */
export const checkPrograms = async (ctx: Context, test: PreparedTest): Promise<Result<PreparedTest, Refusal>> => {
  if (test.codeQuestions === undefined) return ok(test);
  const { assay, accountId } = ctx;
  const given = (await inParts(parseInParts(partsOf(test.definition)))) as StoredDefinition;
  const offers = await offersFor(assay.runner, codePlaces(given));
  if (offers.length === 0) return unavailable('This installation runs no programs now; nothing was imported');
  const definition = fixLanguages(given, offers);
  const prepared = { ...test, definition: await inParts(textInParts(definition)) };

  const { key } = test;
  const isKnown = await assay.store.read(async (db) => {
    const known = key === undefined ? undefined : await tests.findByKey(db, accountId, key);
    if (known === undefined) return false;
    return tests.hasDefinition(db, { accountId, testId: known.test_id, version: known.version }, prepared.definition);
  });
  if (isKnown) return ok(prepared);

  const places = codePlaces(definition);
  const faults = places.flatMap(({ path, question }) => languageFaults(question, offers).map((fault) => `${path}.${fault}`));
  if (faults.length > 0) return err(refuseFaults(faults));
  const found = await checkAll(ctx, places, offers);
  if (!found.ok) return found;
  const { runLimits, findings } = found.value;
  return ok({ ...prepared, runLimits, findings: [...prepared.findings, ...findings].slice(0, mostFindings) });
};
