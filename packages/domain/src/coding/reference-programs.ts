import type { CodingQuestion } from '../questions/coding/question.ts';
import type { SqlQuestion } from '../questions/sql/question.ts';
import type { CaseResult } from './comparison/evaluate.ts';
import { type CodingLanguage, codingLanguages, type Sources } from './languages.ts';

/** A program of the author that shows whether the cases are right. `path` names it in the question. */
export type ReferenceProgram = {
  readonly path: string;
  readonly language: CodingLanguage | 'sql';
  readonly source: string;
  readonly must: 'pass' | 'fail';
};

const programsIn = (sources: Sources, path: string, must: ReferenceProgram['must']): readonly ReferenceProgram[] =>
  codingLanguages.flatMap((language) => {
    const source = sources[language];
    return source === undefined ? [] : [{ path: `${path}.${language}`, language, source, must }];
  });

/** The solutions, and the programs that must not pass. */
export const referencePrograms = (question: CodingQuestion | SqlQuestion): readonly ReferenceProgram[] =>
  question.kind === 'sql'
    ? [
        { path: 'solution', language: 'sql', source: question.solution, must: 'pass' },
        ...question.wrong.map((source, index) => ({ path: `wrong[${index}]`, language: 'sql', source, must: 'fail' }) as const),
      ]
    : [
        ...programsIn(question.solution, 'solution', 'pass'),
        ...question.wrong.flatMap((sources, index) => programsIn(sources, `wrong[${index}]`, 'fail')),
      ];

const quoted = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text));

/**
 * Why a question is refused because of what its author's program did, in the form of all faults of a test file; undefined if it did what
 * it must.
 */
export const referenceFault = ({ path, must }: ReferenceProgram, results: readonly CaseResult[]): string | undefined => {
  const notRun = results.find(({ verdict }) => verdict === 'not-run');
  if (notRun) return `${path}: could not be run on case ${notRun.name}, so nobody knows whether the question is right`;
  const failed = results.find(({ verdict }) => verdict !== 'accepted');
  if (must === 'fail') return failed ? undefined : `${path}: must not pass, but every case accepts it`;
  if (!failed) return undefined;
  const { name, verdict, difference, line } = failed;
  const where = line === undefined ? '' : ` in line ${line}`;
  const what = difference ? `: ${quoted(difference.expected)} is expected, not ${quoted(difference.actual)}` : '';
  return `${path}: must pass, but is ${verdict}${where} on case ${name}${what}`;
};
