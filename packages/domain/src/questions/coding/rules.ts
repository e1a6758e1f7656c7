import { calledLanguages, codingLanguages, isCalled } from '../../coding/languages.ts';
import { codingBounds } from '../../coding/question-bounds.ts';
import { mostFaults } from '../../wire/list.ts';

type Fault = { readonly path: readonly (string | number)[]; readonly message: string };
type Fields = Readonly<Record<string, unknown>>;

// The rules over several fields run beside the faults of single fields, so that an author reads all faults at once. What they read may
// therefore be of any type and any size: a field with a fault of its own counts as left out, and so does a list that is too long.
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {});
const listOf = (value: unknown, most: number): readonly unknown[] => (Array.isArray(value) && value.length <= most ? value : []);
const languagesIn = (question: Fields) => listOf(question.languages, codingLanguages.length);
const has = (fields: Fields, name: string): boolean => fields[name] !== undefined;
const fault = (message: string, ...path: readonly (string | number)[]): Fault => ({ path, message });

const calledInWords = `${calledLanguages.slice(0, -1).join(', ')} or ${calledLanguages.at(-1)}`;

/** Every place where the question names a language. */
const namedLanguages = (question: Fields): readonly Fault['path'][] => [
  ...languagesIn(question).map((_, index) => ['languages', index]),
  ...['starter', 'harness', 'solution'].flatMap((field) => Object.keys(fieldsOf(question[field])).map((language) => [field, language])),
  ...listOf(question.wrong, codingBounds.wrong).flatMap((one, index) =>
    Object.keys(fieldsOf(one)).map((language) => ['wrong', index, language]),
  ),
];

const languageRules = (question: Fields): readonly Fault[] => {
  const offered = languagesIn(question);
  const places = namedLanguages(question);
  const languageAt = (path: Fault['path']): string => String(path[0] === 'languages' ? offered[Number(path[1])] : path.at(-1));
  const what = has(question, 'harness') ? 'a harness' : question.io === 'function' ? '`io: function`' : undefined;
  const compiled = places.filter((path) => what !== undefined && !isCalled(languageAt(path)));
  const notOffered = places.filter((path) => path[0] !== 'languages' && offered.length > 0 && !offered.includes(languageAt(path)));
  const harness = fieldsOf(question.harness);
  const withoutHarness = has(question, 'harness')
    ? offered.flatMap((language, index) => (has(harness, String(language)) ? [] : [[index, language] as const]))
    : [];
  return [
    ...compiled.map((path) => fault(`${what} needs ${calledInWords}`, ...path)),
    ...notOffered.map((path) => fault(`\`languages\` does not offer ${languageAt(path)}`, ...path)),
    ...withoutHarness.map(([index, language]) => fault(`there is no harness in ${language}`, 'languages', index)),
  ];
};

const harnessRules = (question: Fields): readonly Fault[] =>
  ['cases', 'io', 'function', 'compare', 'allOrNothing']
    .filter((field) => has(question, field))
    .map((field) => fault('is not for a question with a harness, which gives all marks or none', field));

/** What a case has, and what it has not, for each `io`. */
const caseFields = {
  stdio: { needs: ['output'], not: ['args', 'returns'] },
  function: { needs: ['args', 'returns'], not: ['input', 'output'] },
};

const oneCaseRules = (one: Fields, index: number, io: keyof typeof caseFields, parameters: number | undefined): readonly Fault[] => {
  const { needs, not } = caseFields[io];
  const given = Array.isArray(one.args) ? one.args.length : 0;
  return [
    ...needs.filter((field) => !has(one, field)).map((field) => fault(`is required with \`io: ${io}\``, 'cases', index, field)),
    ...not.filter((field) => has(one, field)).map((field) => fault(`is not for \`io: ${io}\``, 'cases', index, field)),
    ...(io === 'function' && has(one, 'args') && parameters !== undefined && given !== parameters
      ? [fault(`must have one value for each of the ${parameters} parameters, not ${given}`, 'cases', index, 'args')]
      : []),
  ];
};

/** What a candidate sees of a case comes with the paper. */
const sampleRules = (one: Fields, index: number): readonly Fault[] =>
  one.sample !== true
    ? []
    : ['input', 'output'].flatMap((field) => {
        const text = one[field];
        const isLong = typeof text === 'string' && text.length > codingBounds.shownText && text.length <= codingBounds.caseText;
        return isLong ? [fault(`must be at most ${codingBounds.shownText} characters in a sample`, 'cases', index, field)] : [];
      });

/** A case without a name is called by its place. */
export const caseName = (name: unknown, index: number): string => (typeof name === 'string' ? name : String(index + 1));

const caseRules = (question: Fields): readonly Fault[] => {
  const cases = listOf(question.cases, codingBounds.cases).map(fieldsOf);
  const io = question.io === 'function' ? 'function' : 'stdio';
  const names = cases.map(({ name }, index) => caseName(name, index));
  const firsts = new Map<string, number>();
  for (const [index, name] of names.entries()) if (!firsts.has(name)) firsts.set(name, index);
  const { parameters } = fieldsOf(question.function);
  const count = Array.isArray(parameters) ? parameters.length : undefined;
  const isEmpty = !has(question, 'cases') || (Array.isArray(question.cases) && question.cases.length === 0);
  const samples = cases.filter(({ sample }) => sample === true).length;
  return [
    ...(isEmpty ? [fault('needs at least one case, or a harness instead', 'cases')] : []),
    ...(samples > codingBounds.samples ? [fault(`at most ${codingBounds.samples} cases may be samples`, 'cases')] : []),
    ...(cases.length > 0 && cases.every(({ weight }) => weight === 0) ? [fault('at least one case needs a weight above 0', 'cases')] : []),
    ...names.flatMap((name, index) =>
      firsts.get(name) === index ? [] : [fault(`another case is called ${name.slice(0, 100)}`, 'cases', index, 'name')],
    ),
    ...cases.flatMap((one, index) => [...oneCaseRules(one, index, io, count), ...sampleRules(one, index)]),
  ];
};

const compareRules = (question: Fields): readonly Fault[] => [
  ...(question.io === 'function' && question.compare === 'tokens'
    ? [fault('must be exact, numbers or unordered: the value of a function has no tokens', 'compare')]
    : []),
  ...(has(question, 'tolerance') && question.compare !== 'numbers' ? [fault('is only for `compare: numbers`', 'tolerance')] : []),
];

const functionRules = (question: Fields): readonly Fault[] => {
  if (question.io === 'function') return has(question, 'function') ? [] : [fault('is required with `io: function`', 'function')];
  return has(question, 'function') ? [fault('is only for `io: function`', 'function')] : [];
};

/** The faults by rules over several fields, as many as a refusal names. */
export const codingFaults = (given: unknown): readonly Fault[] => {
  const question = fieldsOf(given);
  const faults = [
    ...(has(question, 'harness') ? harnessRules(question) : [...functionRules(question), ...caseRules(question)]),
    ...compareRules(question),
    ...languageRules(question),
  ];
  return faults.slice(0, mostFaults);
};
