import type { TextComparison } from '../../coding/comparison/compare-text.ts';
import type { ValueComparison } from '../../coding/comparison/compare-value.ts';
import type { NamedEngine } from '../../coding/engines.ts';
import { fileValueOf, plainOf } from '../../coding/file-value.ts';
import { type CodingLanguage, codingLanguages, isCalled, type Sources } from '../../coding/languages.ts';
import type { Plain } from '../../coding/similarity/plain.ts';
import type { EveryQuestion } from '../question-fields.ts';
import type { CodingFile } from './file.ts';
import { caseName } from './rules.ts';

type CaseBase = { readonly name: string; readonly sample: boolean; readonly weight: number };
export type StdioCase = CaseBase & { readonly input: string; readonly output: string };
export type FunctionCase = CaseBase & { readonly args: readonly Plain[]; readonly returns: Plain };

/** Null where the author sets none: then the solution's runs on this installation do. */
export type AskedLimits = { readonly seconds: number | null; readonly memory: number | null };

export const defineLimits = ({ seconds, memory }: CodingFile['limits']): AskedLimits => ({
  seconds: seconds ?? null,
  memory: memory ?? null,
});

export const limitsFileOf = ({ seconds, memory }: AskedLimits): CodingFile['limits'] => ({
  ...(seconds === null ? {} : { seconds }),
  ...(memory === null ? {} : { memory }),
});

/**
 * A coding question as it is stored, without the fields that every question has. `languages` is null when the author leaves them to the
 * installation. A case is called by its position, from 1, unless the author names it.
 */
export type CodingQuestion = {
  readonly kind: 'coding';
  readonly languages: readonly CodingLanguage[] | null;
  readonly starter: Sources;
  readonly limits: AskedLimits;
  /** Absent where the author leaves it to the installation. */
  readonly engine?: NamedEngine;
  readonly solution: Sources;
  readonly wrong: readonly Sources[];
} & (
  | {
      readonly io: 'stdio';
      readonly compare: TextComparison;
      readonly cases: readonly StdioCase[];
      readonly allOrNothing: boolean;
    }
  | {
      readonly io: 'function';
      readonly function: { readonly name: string; readonly parameters: readonly string[] };
      readonly compare: ValueComparison;
      readonly cases: readonly FunctionCase[];
      readonly allOrNothing: boolean;
    }
  | { readonly io: 'harness'; readonly harness: Sources }
);

/** Enough for what doubles lose on the way, and for an output with six digits. */
const usualTolerance = { absolute: 1e-6, relative: 1e-6 };

export const languagesWith = (sources: Sources): readonly CodingLanguage[] =>
  codingLanguages.filter((language) => sources[language] !== undefined);

/** The question that a checked file means: what the author left out is filled in. */
export const defineCoding = (file: CodingFile): CodingQuestion => {
  const { languages, starter = {}, limits, engine, solution = {}, wrong = [], allOrNothing = false } = file;
  const base = {
    kind: file.kind,
    languages: languages ?? (file.harness ? languagesWith(file.harness) : null),
    starter,
    limits: defineLimits(limits),
    ...(engine === undefined ? {} : { engine }),
    solution,
    wrong,
  };
  if (file.harness) return { ...base, io: 'harness', harness: file.harness };
  const cases = (file.cases ?? []).map((one, index) => ({
    one,
    named: { name: caseName(one.name, index), sample: one.sample, weight: one.weight },
  }));
  const withTolerance = { by: 'numbers', ...(file.tolerance ?? usualTolerance) } as const;
  if (file.io === 'function' && file.function) {
    const by = file.compare === 'unordered' ? 'unordered' : 'exact';
    return {
      ...base,
      io: 'function',
      function: file.function,
      compare: file.compare === 'numbers' ? withTolerance : { by },
      cases: cases.map(({ one, named }) => ({ ...named, args: (one.args ?? []).map(plainOf), returns: plainOf(one.returns ?? null) })),
      allOrNothing,
    };
  }
  const { compare = 'tokens' } = file;
  return {
    ...base,
    io: 'stdio',
    compare: compare === 'numbers' ? withTolerance : { by: compare },
    cases: cases.map(({ one, named }) => ({ ...named, input: one.input ?? '', output: one.output ?? '' })),
    allOrNothing,
  };
};

const isEmpty = (sources: Sources): boolean => Object.keys(sources).length === 0;

/** The fields of a file that `defineCoding` read, with every default written out. */
export const codingFileOf = (question: CodingQuestion): Omit<CodingFile, keyof EveryQuestion> => {
  const { languages, starter, limits, engine, solution, wrong } = question;
  const base = {
    kind: question.kind,
    ...(languages === null ? {} : { languages: [...languages] }),
    ...(isEmpty(starter) ? {} : { starter }),
    limits: limitsFileOf(limits),
    ...(engine === undefined ? {} : { engine }),
    ...(isEmpty(solution) ? {} : { solution }),
    ...(wrong.length === 0 ? {} : { wrong: [...wrong] }),
  };
  if (question.io === 'harness') return { ...base, harness: question.harness };
  const { compare, allOrNothing } = question;
  const compared = {
    compare: compare.by,
    ...(compare.by === 'numbers' ? { tolerance: { absolute: compare.absolute, relative: compare.relative } } : {}),
    allOrNothing,
  };
  if (question.io === 'stdio') return { ...base, io: question.io, ...compared, cases: question.cases.map((one) => ({ ...one })) };
  return {
    ...base,
    io: question.io,
    function: { name: question.function.name, parameters: [...question.function.parameters] },
    ...compared,
    cases: question.cases.map(({ args, returns, ...named }) => ({
      ...named,
      args: args.map(fileValueOf),
      returns: fileValueOf(returns),
    })),
  };
};

/** The languages in which a question can be answered, of those that the installation offers. */
export const languagesOf = (question: CodingQuestion, offered: readonly CodingLanguage[]): readonly CodingLanguage[] =>
  offered.filter(
    (language) => (question.languages === null || question.languages.includes(language)) && (question.io === 'stdio' || isCalled(language)),
  );
