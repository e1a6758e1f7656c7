import { readdirSync, readFileSync } from 'node:fs';
import {
  answerLanguages,
  CodingFile,
  type CodingQuestion,
  decode,
  defineCoding,
  defineSql,
  referencePrograms,
  SqlFile,
  type SqlQuestion,
  tasksOf,
  type Verdict,
  verdicts,
} from '@assay/domain';
import { parseDocument } from 'yaml';
import { z } from 'zod';

/**
 * What a program is: a `slow` one is right, and needs at least three times the limit; a `cheating` one wants marks without an answer.
 * Where a problem is written a slow one needs eight times and a right one a third, so that a machine twice as fast or as slow agrees.
 */
export const kinds = ['right', 'wrong', 'slow', 'crashing', 'cheating'] as const;
type Kind = (typeof kinds)[number];

type Language = (typeof answerLanguages)[number];

/** The names of the cases that end otherwise than accepted, by their verdict. */
export type Failures = { readonly [V in Exclude<Verdict, 'accepted'>]?: readonly string[] };

const failing = verdicts.filter((verdict): verdict is Exclude<Verdict, 'accepted'> => verdict !== 'accepted');

const Program = z.strictObject({
  is: z.enum(kinds),
  /** What is special about it, for those who read a failed test. */
  how: z.string().min(1),
  /** The verdicts of all its sources; cases that are not named here are accepted. */
  verdicts: z.partialRecord(z.enum(failing), z.union([z.literal('all'), z.array(z.coerce.string())])).default({}),
  sources: z.partialRecord(z.enum(answerLanguages), z.string().min(1)),
});

const ProblemFile = z.strictObject({
  question: z.discriminatedUnion('kind', [CodingFile, SqlFile]),
  programs: z.array(Program),
});

export type Graded = {
  readonly label: string;
  readonly is: Kind;
  readonly language: Language;
  readonly source: string;
  /** Null: any, as long as the rule of its kind holds. */
  readonly failures: Failures | null;
};

export type Problem = { readonly name: string; readonly question: CodingQuestion | SqlQuestion; readonly programs: readonly Graded[] };

type Cases = { readonly names: readonly string[]; readonly samples: readonly string[] };

/** A wrong answer fails an assertion of a harness, which is an error there. */
const harnessCase = 'harness';

/** Candidates see the samples, and the first data set of an SQL question. */
export const casesOf = (question: CodingQuestion | SqlQuestion, language: Language): Cases => {
  const names = tasksOf(question, language).map(({ name }) => name);
  if (question.kind === 'sql') return { names, samples: names.slice(0, 1) };
  return { names, samples: question.io === 'harness' ? [] : question.cases.filter(({ sample }) => sample).map(({ name }) => name) };
};

const verdictsOf: Readonly<Record<Exclude<Kind, 'cheating'>, readonly Verdict[]>> = {
  right: [],
  wrong: ['wrong-answer'],
  slow: ['time-limit-exceeded'],
  crashing: ['runtime-error', 'compile-error', 'memory-limit-exceeded', 'output-limit-exceeded'],
};

/** What is wrong with these failures for a program of this kind. */
export const kindFault = (is: Kind, failures: Failures, { names, samples }: Cases): string | undefined => {
  const failed = new Set(Object.values(failures).flat());
  if (failures['not-run'] !== undefined) return 'a program that was not run has no verdict';
  if (is === 'cheating') {
    const passed = names.find((name) => !failed.has(name) && !samples.includes(name));
    return passed === undefined ? undefined : `a cheat gets marks for case ${passed}`;
  }
  const usual = is === 'wrong' && names[0] === harnessCase ? verdictsOf.crashing : verdictsOf[is];
  const other = Object.keys(failures).find((verdict) => !usual.some((one) => one === verdict));
  if (other !== undefined) return `${other} is not a verdict of a ${is} program`;
  if (is !== 'right' && failed.size === 0) return `a ${is} program fails at least one case`;
  const sample = is === 'slow' ? samples.find((name) => failed.has(name)) : undefined;
  return sample === undefined ? undefined : `a slow program fails no sample, but it fails ${sample}`;
};

const failuresOf = (given: z.output<typeof Program>['verdicts'], { names }: Cases): Failures =>
  Object.fromEntries(Object.entries(given).map(([verdict, cases]) => [verdict, cases === 'all' ? names : cases]));

/** The rules that a schema cannot say. */
const faultsOf = (question: CodingQuestion | SqlQuestion, programs: readonly z.output<typeof Program>[]): readonly string[] => {
  const faults: string[] = [];
  for (const [index, { is, verdicts: given, sources }] of programs.entries()) {
    for (const language of Object.keys(sources) as Language[]) {
      const isSql = question.kind === 'sql';
      if (isSql !== (language === 'sql')) {
        faults.push(`programs[${index}].sources.${language}: is not for a question of kind ${question.kind}`);
        continue;
      }
      const cases = casesOf(question, language);
      const failures = failuresOf(given, cases);
      const named = Object.values(failures).flat();
      const unknown = named.find((name) => !cases.names.includes(name));
      if (unknown !== undefined) faults.push(`programs[${index}].verdicts: there is no case ${unknown}`);
      if (new Set(named).size < named.length) faults.push(`programs[${index}].verdicts: a case is named twice`);
      const fault = kindFault(is, failures, cases);
      if (fault !== undefined) faults.push(`programs[${index}].verdicts: ${fault}`);
    }
  }
  const languages = (is: Kind): ReadonlySet<string> =>
    new Set([
      ...referencePrograms(question)
        .filter(({ must }) => is === (must === 'pass' ? 'right' : 'wrong'))
        .map(({ language }) => language),
      ...programs.filter((program) => program.is === is).flatMap(({ sources }) => Object.keys(sources)),
    ]);
  const needed = question.kind === 'sql' ? 1 : 3;
  for (const is of kinds)
    if (languages(is).size < needed) faults.push(`programs: needs ${is} ones in at least ${needed} languages, not ${languages(is).size}`);
  return faults;
};

/** Reads one problem; the faults of its file are lines that name the file and the field. */
export const readProblem = (file: string, text: string): Problem => {
  const refuse = (faults: readonly string[]): never => {
    throw new Error(faults.map((fault) => `${file}: ${fault}`).join('\n'));
  };
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) refuse(document.errors.map(({ message }) => message));
  const decoded = decode(ProblemFile, document.toJS());
  if (!decoded.ok) return refuse(decoded.error.message.split('; '));
  const { question: asked, programs } = decoded.value;
  const question = asked.kind === 'sql' ? defineSql(asked) : defineCoding(asked);
  const faults = faultsOf(question, programs);
  if (faults.length > 0) refuse(faults);
  const references = referencePrograms(question).map(
    ({ path, language, source, must }): Graded => ({
      label: path,
      language,
      source,
      ...(must === 'pass' ? { is: 'right', failures: {} } : { is: 'wrong', failures: null }),
    }),
  );
  const others = programs.flatMap(({ is, how, verdicts: given, sources }) =>
    (Object.entries(sources) as [Language, string][]).map(
      ([language, source]): Graded => ({
        label: `${is}.${language}: ${how}`,
        is,
        language,
        source,
        failures: failuresOf(given, casesOf(question, language)),
      }),
    ),
  );
  return { name: file.replace(/\.yaml$/, ''), question, programs: [...references, ...others] };
};

const bank = new URL('../bank/', import.meta.url);

export const readProblems = (): readonly Problem[] =>
  readdirSync(bank)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => readProblem(file, readFileSync(new URL(file, bank), 'utf8')));
