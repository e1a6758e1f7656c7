import { type CodingQuestion, languagesOf } from '../questions/coding/question.ts';
import type { SqlQuestion } from '../questions/sql/question.ts';
import { engineName, type PinnedEngine } from './engines.ts';
import { codingLanguages } from './languages.ts';
import type { Task } from './tasks.ts';

/** What an installation runs, and in which ways. The runner's offers have more. */
export type Offered = { readonly engine: string; readonly language: string; readonly modes: readonly Task['mode'][] };

/** How the programs of a question are run. */
export const modeOf = (question: CodingQuestion | SqlQuestion): Task['mode'] => (question.kind === 'sql' ? 'sql' : question.io);

const runsFor = (mode: Task['mode'], offers: readonly Offered[]) =>
  codingLanguages.filter((one) => offers.some(({ language, modes }) => language === one && modes.includes(mode)));

/** Of what an installation offers, that of the engine which the question names. */
export const offersTo = <One extends Offered>(question: CodingQuestion | SqlQuestion, offers: readonly One[]): readonly One[] => {
  const wanted = question.kind === 'coding' ? question.engine : undefined;
  return wanted === undefined ? offers : offers.filter(({ engine }) => engineName(engine) === wanted);
};

/** The engine of a question in a language: the first that offers it. */
export const pinnedEngine = <One extends Offered & { readonly version: string }>(
  question: CodingQuestion | SqlQuestion,
  language: string,
  offers: readonly One[],
): PinnedEngine | undefined => {
  const mode = modeOf(question);
  const offer = offersTo(question, offers).find((one) => one.language === language && one.modes.includes(mode));
  return offer && { name: engineName(offer.engine), version: offer.version };
};

/** The question with its languages named: all that the installation offers for it, if its author names none. */
export const withLanguages = <Question extends CodingQuestion | SqlQuestion>(question: Question, offers: readonly Offered[]): Question =>
  question.kind === 'coding' && question.languages === null
    ? { ...question, languages: languagesOf(question, runsFor(modeOf(question), offersTo(question, offers))) }
    : question;

/** Every place of a question that names a language, with the language. */
const namedIn = ({ languages, starter, solution, wrong, ...question }: CodingQuestion): readonly (readonly [string, string])[] => {
  const keysOf = (field: string, sources: object) => Object.keys(sources).map((language) => [`${field}.${language}`, language] as const);
  return [
    // The languages of a harness are those that it is written in.
    ...(question.io === 'harness'
      ? keysOf('harness', question.harness)
      : (languages ?? []).map((language, index) => [`languages[${index}]`, language] as const)),
    ...keysOf('starter', starter),
    ...keysOf('solution', solution),
    ...wrong.flatMap((sources, index) => keysOf(`wrong[${index}]`, sources)),
  ];
};

const inWords: { readonly [Mode in Task['mode']]: string } = {
  stdio: '',
  function: ' with `io: function`',
  harness: ' with a harness',
  sql: '',
};

/** What the question wants and the installation does not run, in the form of all faults of a test file. */
export const languageFaults = (question: CodingQuestion | SqlQuestion, offers: readonly Offered[]): readonly string[] => {
  const mode = modeOf(question);
  if (question.kind === 'sql') return offers.some(({ modes }) => modes.includes('sql')) ? [] : ['kind: this installation does not run sql'];
  const runs = runsFor(mode, offersTo(question, offers));
  const how = `${inWords[mode]}${question.engine === undefined ? '' : ` on the ${question.engine} engine`}`;
  const has = runs.length === 0 ? 'nothing' : runs.join(', ');
  if (question.languages?.length === 0) return [`languages: this installation runs nothing${how}`];
  return namedIn(question)
    .filter(([, language]) => !runs.some((one) => one === language))
    .map(([path, language]) => `${path}: this installation does not run ${language}${how}; it runs ${has}`);
};
