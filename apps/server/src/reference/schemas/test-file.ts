import {
  CodingFile,
  EssayFile,
  FileValue,
  MultipleChoiceFile,
  mostQuestions,
  NumericFile,
  SingleChoiceFile,
  SqlFile,
  TestFile,
  TextFile,
  UploadFile,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const section = TestFile.shape.sections.element;
const codingCase = CodingFile.shape.cases.unwrap().element;
const [oneTolerance, twoTolerances] = CodingFile.shape.tolerance.unwrap().options;
const toleranceFields = { absolute: 'Absolute difference.', relative: 'Difference as a part of the expected number.' } as const;
const programs = CodingFile.shape.solution.unwrap();

const questionFields = {
  id: 'Names the question in all versions of its test. Lower-case letters, digits and dashes. Left out: that of the question it is recognized as, or a generated one.',
  kind: 'Which kind of question it is.',
  marks: 'Marks for a right answer, by default 1.',
  skills: 'Names of skills that the question shows, besides those of its section; the report has the marks of each.',
  void: 'For a question that turned out to be unfair. `full-marks`: everybody gets its marks. `not-counted`: it counts for nobody, and its marks are not in the total.',
} as const;
const reviewedFields = {
  kind: questionFields.kind,
  id: questionFields.id,
  skills: questionFields.skills,
  void: questionFields.void,
  rubric: 'What is graded.',
  graders: 'How many people grade each answer, by default one.',
  reconcile: 'The most that two grades may differ without a decision, by default 0.',
  blind: 'False: who grades sees whose answer it is.',
} as const;
const programFields = {
  starter: 'What the editor shows at first.',
  limits: 'Limits of each run.',
  wrong: 'Programs that must not pass every case; an import runs them.',
} as const;

export const testFileSchemas = {
  TestFile: named(TestFile, 'A test as its author writes it.', {
    key: 'Identifies the test across imports: a known key makes a new version of that test. Lower-case letters, digits, dots and dashes.',
    name: 'Name of the test.',
    status: 'Whether the test can be started. Left out: `Active` for a new test, unchanged for a new version.',
    duration: 'Minutes that candidates have.',
    passPercent: 'Per cent of the maximum score needed to pass, with at most two decimals. Left out: no pass mark.',
    sections: `The sections; at most ${mostQuestions} questions in all.`,
  }),
  TestFileSection: named(section, 'A section of a test file.', {
    name: 'Name of the section.',
    type: 'Label in results: `general questions` or `coding questions`.',
    duration: 'Minutes planned for it, shown as advice; 0 for none. The sum is at most the duration of the test.',
    passPercent: 'Per cent of the marks of the section needed to pass the test, with at most two decimals. Left out: no pass mark.',
    skills: 'Names of skills that all its questions show; the report has the marks of each.',
    questions: 'The questions, in order.',
  }),
  SingleChoiceQuestion: named(SingleChoiceFile, 'One option is right.', questionFields),
  MultipleChoiceQuestion: named(MultipleChoiceFile, 'Marks are split over the right options; a wrong one costs its share.', questionFields),
  ChoiceOption: named(SingleChoiceFile.shape.options.element, 'An option of a choice question.', {
    text: 'What the candidate reads, in Markdown.',
    correct: 'Whether it is right; by default not.',
  }),
  NumericQuestion: named(NumericFile, 'The answer is a number.', {
    ...questionFields,
    answer: 'The right number.',
    tolerance: 'How far an answer may be from it, inclusive; by default 0.',
  }),
  TextQuestion: named(
    TextFile,
    'The answer is a text. Case, white space, the width of characters and zero-width ones do not matter, unless it is exact.',
    {
      ...questionFields,
      answer: 'The right text; or `answers`.',
      answers: 'Right texts, one of which suffices; or `answer`.',
      exact: 'True: case, white space and the width of characters count; by default they do not.',
    },
  ),
  CodingQuestion: named(CodingFile, 'The answer is a program.', {
    ...questionFields,
    ...programFields,
    languages: 'Languages a candidate may choose from; left out: all that the installation runs.',
    engine: 'What runs its programs; left out: what the installation prefers. The version of the test keeps it.',
    io: '`stdio`, the default: the program reads and prints text. `function`: a function of it is called.',
    function: 'The function that is called, when `io` is `function`.',
    compare: 'How output or value is compared with what is expected. Left out: `tokens`, of values `exact`.',
    tolerance: 'How far numbers may differ, when `compare` is `numbers`; one number is both the absolute and the relative tolerance.',
    cases: 'Runs that the program must get right; marks are given by weight.',
    harness: 'A program of the author that calls the candidate’s, in place of `io` and `cases`.',
    allOrNothing: 'True: marks only when every case is accepted.',
    solution: 'A program that passes every case; an import runs it, and limits come from how long it takes.',
  }),
  CodingCase: named(codingCase, 'One run of a program, and what is expected of it.', {
    name: 'Name of the case; its number when left out.',
    input: 'Standard input, when `io` is `stdio`.',
    output: 'Expected standard output, when `io` is `stdio`.',
    args: 'Arguments, when `io` is `function`.',
    returns: 'Expected value, when `io` is `function`.',
    sample: 'Whether candidates see the case and may run it; by default not.',
    weight: 'Share of the marks, by default 1.',
  }),
  CalledFunction: named(CodingFile.shape.function.unwrap(), 'A function that the service calls.', {
    name: 'Name of the function, of letters, digits and `_`.',
    parameters: 'Names of its parameters.',
  }),
  Tolerance: named(twoTolerances, 'How far numbers may differ; either one suffices.', toleranceFields),
  EqualTolerance: named(oneTolerance.out, 'A tolerance that was written as one number.', toleranceFields),
  LimitsOfRun: named(CodingFile.shape.limits.unwrap(), 'Limits that the author sets; what is left out comes from the solution.', {
    seconds: 'Seconds of processor time of each run.',
    memory: 'MiB of memory of each run.',
  }),
  Programs: named(programs, 'A program in each of some languages.', {
    python: 'In Python.',
    javascript: 'In JavaScript.',
    typescript: 'In TypeScript.',
    ruby: 'In Ruby.',
    c: 'In C.',
    cpp: 'In C++.',
    java: 'In Java.',
    go: 'In Go.',
    rust: 'In Rust.',
  }),
  CaseValue: named(FileValue, 'Any JSON value; `$set`, `$tuple`, `$dict`, `$bytes`, `$int` and `$float` say what JSON cannot.'),
  FileQuestion: named(UploadFile, 'The answer is a file that people grade by the rubric. Its marks are those of the best levels.', {
    ...reviewedFields,
    accept:
      'Types of files, told by their content: `pdf`, `png`, `jpeg`, `webp`, `text` (also CSV and Markdown), `zip`, `docx`, `xlsx`, `pptx`, `odt`, `ods`, `odp`.',
    maxBytes: 'Largest file in bytes, at most and by default 10485760 (10 MiB).',
  }),
  EssayQuestion: named(EssayFile, 'The answer is a text that people grade by the rubric. Its marks are those of the best levels.', {
    ...reviewedFields,
    words: 'How many words the answer should have.',
  }),
  EssayWords: named(
    EssayFile.shape.words.unwrap(),
    'How many words an answer should have. Another number is accepted, and graders see it.',
    {
      min: 'At least.',
      max: 'At most.',
    },
  ),
  EssayCriterion: named(EssayFile.shape.rubric.element, 'A criterion.', {
    criterion: 'What it is.',
    levels: 'Its levels, from the lowest.',
  }),
  EssayLevel: named(EssayFile.shape.rubric.element.shape.levels.element, 'A level of a criterion.', {
    marks: 'What it gives.',
    text: 'What it means.',
  }),
  SqlQuestion: named(SqlFile, 'The answer is a query. It is right when it gives the rows of the solution on every data set.', {
    ...questionFields,
    ...programFields,
    schema: 'SQL that creates the tables.',
    data: 'Data sets, each as SQL; candidates see the first.',
    solution: 'The query whose rows are right.',
    wrong: 'Queries that must not be right; an import runs them.',
  }),
};
