import {
  type CodeAnswer,
  type CodeQuestion,
  codingLanguages,
  languagesOf,
  type Plain,
  pinnedEngine,
  type RunLimitsOfTest,
  showValue,
  type TakeCode,
} from '@assay/domain';
import type { RunnerOffer } from '../support/context.ts';

const longestCall = 2000;

/** `add(1, 2)` */
const callOf = (name: string, args: readonly Plain[]): string => `${name}(${args.map((one) => showValue(one, longestCall)).join(', ')})`;

const samplesOf = (question: CodeQuestion): TakeCode['samples'] => {
  // What is expected of a query are rows, which nobody knows before the solution ran: a run of the sample shows them.
  if (question.kind === 'sql') return [{ name: '1', input: question.data[0] ?? '', expected: null }];
  switch (question.io) {
    case 'stdio':
      return question.cases.filter((one) => one.sample).map(({ name, input, output }) => ({ name, input, expected: output }));
    case 'function': {
      const { name: called } = question.function;
      return question.cases
        .filter((one) => one.sample)
        .map(({ name, args, returns }) => ({ name, input: callOf(called, args), expected: showValue(returns, longestCall) }));
    }
    case 'harness':
      return [];
  }
};

/** The limits of the language that gets the most. */
const limitsOf = (limits: RunLimitsOfTest[string] = {}): TakeCode['limits'] => {
  const all = Object.values(limits).filter((one) => one !== undefined);
  if (all.length === 0) return null;
  return { seconds: Math.max(...all.map((one) => one.seconds)), memory: Math.max(...all.map((one) => one.memory)) };
};

/** The languages of a question, each with the version of the engine that runs it, if that is known. */
const languagesIn = (
  languages: readonly CodeAnswer['language'][],
  question: CodeQuestion,
  settings: RunLimitsOfTest[string] = {},
  offers: readonly RunnerOffer[],
): TakeCode['languages'] =>
  languages.map((language) => {
    const version = (settings[language]?.engine ?? pinnedEngine(question, language, offers))?.version;
    return { language, ...(version === undefined ? {} : { version }) };
  });

/** Picks what a candidate may see of a question that is answered with a program: no other case, no solution, no harness. */
export const takeCode = (question: CodeQuestion, runLimits: RunLimitsOfTest, offers: readonly RunnerOffer[]): TakeCode => {
  const settings = runLimits[question.questionId];
  const limits = limitsOf(settings);
  const samples = samplesOf(question);
  if (question.kind === 'sql') {
    const starter: TakeCode['starter'] = question.starter === null ? {} : { sql: question.starter };
    return { io: 'sql', languages: languagesIn(['sql'], question, settings, offers), starter, schema: question.schema, limits, samples };
  }
  const starter = Object.entries(question.starter).flatMap(([language, source]) => (source === undefined ? [] : [[language, source]]));
  return {
    io: question.io,
    languages: languagesIn(languagesOf(question, codingLanguages), question, settings, offers),
    starter: Object.fromEntries(starter),
    ...(question.io === 'function' ? { function: { name: question.function.name, parameters: [...question.function.parameters] } } : {}),
    limits,
    samples,
  };
};
