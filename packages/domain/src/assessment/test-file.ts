import { z } from 'zod';
import { isBlankText } from '../attempt/answer.ts';
import { CodingFile, SqlFile } from '../coding/coding-file.ts';
import { type CodingQuestion, codingFileOf, defineCoding } from '../coding/coding-question.ts';
import { defineSql, type SqlQuestion, sqlFileOf } from '../coding/sql-question.ts';
import { PassPercent } from '../report/pass-mark.ts';
import { EssayFile } from '../review/essay-file.ts';
import { defineEssay, type EssayQuestion, essayFileOf } from '../review/essay-question.ts';
import { fileBounds } from '../review/file-types.ts';
import { UploadFile } from '../review/upload-file.ts';
import { defineUpload, type UploadQuestion, uploadFileOf } from '../review/upload-question.ts';
import { formatPath } from '../wire/decode.ts';
import { numberInDigits } from '../wire/digits.ts';
import { atMost, bounds, Name, wellFormed } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { boundedNumber } from '../wire/request-fields.ts';
import { everyQuestion, skills, text, type Void } from './question-fields.ts';
import { questionKinds } from './question-kinds.ts';
import { v2TestStatuses } from './test-status.ts';

// YAML reads `text: 1` as a number; the author means text.
const textOr = (written: z.ZodString) =>
  z
    .union([written, boundedNumber.transform(String), z.boolean().transform(String)])
    .pipe(written.refine((one) => !isBlankText(one), 'is required'));
const optionText = textOr(text(bounds.textAnswer));

// Not trimmed yet: of an exact question spaces count.
const expectedText = textOr(z.string().check(atMost(bounds.textAnswer), wellFormed()).min(1, 'is required'));

const option = z
  .strictObject({
    text: optionText.describe('What the candidate reads, in Markdown.'),
    correct: z.boolean().default(false).describe('Whether it is right; by default not.'),
  })
  .meta({ id: 'ChoiceOption', description: 'An option of a choice question.' });
const options = list(option, 26, { of: 'options' }).min(2, 'needs at least two options');

// YAML reads `answer: １２` as text; the author means the number. Documented as a number, which is all that a program sends.
const inAnyDigits = (number: z.ZodNumber, documented: { readonly default?: number } = {}) =>
  z
    .union([boundedNumber, z.string().check(atMost(40)).transform(numberInDigits)], {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be a number'),
    })
    .pipe(number)
    .meta({ override: { type: 'number', minimum: Number(number.minValue), maximum: Number(number.maxValue), ...documented } });

// The rules over several fields run beside the faults of single fields, so that an author reads all faults at once. What they read may
// therefore be of any type: a field with a fault of its own counts as left out.
const records = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'object' && one !== null ? { ...one } : {})) : [];
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const questionCount = (section: unknown): number =>
  typeof section === 'object' && section !== null && 'questions' in section && Array.isArray(section.questions)
    ? section.questions.length
    : 0;
const correctCount = (list: unknown): number => records(list).filter((one) => one.correct === true).length;
const whenList = ({ value }: { readonly value: unknown }): boolean => Array.isArray(value);

const question = z.discriminatedUnion(
  'kind',
  [
    z
      .strictObject({
        kind: z.literal('single-choice').describe('Which kind of question it is.'),
        ...everyQuestion,
        options: options.refine((list) => correctCount(list) === 1, {
          error: 'a single-choice question needs exactly one correct option',
          when: whenList,
        }),
      })
      .meta({ id: 'SingleChoiceQuestion', description: 'One option is right.' }),
    z
      .strictObject({
        kind: z.literal('multiple-choice').describe('Which kind of question it is.'),
        ...everyQuestion,
        options: options.refine((list) => correctCount(list) >= 1, {
          error: 'a multiple-choice question needs at least one correct option',
          when: whenList,
        }),
      })
      .meta({ id: 'MultipleChoiceQuestion', description: 'Marks are split over the right options; a wrong one costs its share.' }),
    z
      .strictObject({
        kind: z.literal('numeric').describe('Which kind of question it is.'),
        ...everyQuestion,
        answer: inAnyDigits(boundedNumber).describe('The right number.'),
        tolerance: inAnyDigits(boundedNumber.min(0, 'must not be negative'), { default: 0 })
          .default(0)
          .describe('How far an answer may be from it, inclusive; by default 0.'),
      })
      .meta({ id: 'NumericQuestion', description: 'The answer is a number.' }),
    z
      .strictObject({
        kind: z.literal('text').describe('Which kind of question it is.'),
        ...everyQuestion,
        answer: expectedText.optional().describe('The right text; or `answers`.'),
        answers: list(expectedText, 200, { of: 'answers' })
          .min(1, 'needs at least one answer')
          .optional()
          .describe('Right texts, one of which suffices; or `answer`.'),
        exact: z.boolean().optional().describe('True: case, white space and the width of characters count; by default they do not.'),
      })
      .meta({
        id: 'TextQuestion',
        description:
          'The answer is a text. Case, white space, the width of characters and zero-width ones do not matter, unless it is exact.',
      }),
    CodingFile,
    SqlFile,
    EssayFile,
    UploadFile,
  ],
  { error: `must be one of ${questionKinds.join(', ')}` },
);

export const mostQuestions = 1000;
const longestTest = 100_000;
const withinLongest = `must be at most ${longestTest} minutes`;

const sectionTypes = ['general questions', 'coding questions'] as const;

const section = z
  .strictObject({
    name: Name.check(z.describe('Name of the section.')),
    type: z
      .string()
      .check(atMost(100))
      .trim()
      .toLowerCase()
      .pipe(z.enum(sectionTypes, { error: `must be one of ${sectionTypes.join(', ')}` }))
      .default('general questions')
      .describe('Label in results: `general questions` or `coding questions`.'),
    duration: z
      .int()
      .min(0, 'must not be negative')
      .max(longestTest, withinLongest)
      .default(0)
      .describe('Minutes planned for it, shown as advice; 0 for none. The sum is at most the duration of the test.'),
    passPercent: PassPercent.optional().describe(
      'Per cent of the marks of the section needed to pass the test, with at most two decimals. Left out: no pass mark.',
    ),
    skills: skills.optional().describe('Names of skills that all its questions show; the report has the marks of each.'),
    questions: list(question, mostQuestions, { of: 'questions' })
      .min(1, 'needs at least one question')
      .describe('The questions, in order.'),
  })
  .meta({ id: 'TestFileSection', description: 'A section of a test file.' });

const keyRule = 'must be lower-case letters, digits, dots and dashes, at most 100';

/** Identifies a test across imports: lower-case letters, digits, dots and dashes. */
export const TestKey = z
  .string()
  .check(atMost(100, keyRule))
  .regex(/^[a-z0-9][a-z0-9._-]*$/, keyRule);

const tooManyQuestions = (sections: readonly unknown[]): string | undefined =>
  sections.reduce<number>((total, one) => total + questionCount(one), 0) > mostQuestions
    ? `a test has at most ${mostQuestions} questions`
    : undefined;

type Path = readonly (string | number)[];

/** The places of ids that a question before them in the file has too, with the place of that one. */
const repeatedIds = (questions: readonly (readonly Readonly<Record<string, unknown>>[])[]): { path: Path; first: Path }[] => {
  const first = new Map<unknown, Path>();
  return questions.flatMap((list, section) =>
    list.flatMap(({ id }, index) => {
      if (typeof id !== 'string') return [];
      const path = ['sections', section, 'questions', index, 'id'];
      const before = first.get(id);
      if (before === undefined) first.set(id, path);
      return before === undefined ? [] : [{ path, first: before }];
    }),
  );
};

/**
 * A test file as an author writes it, and the definition that is stored: the same with numbers for questions and options. These are
 * positions (`1…n`, `a…z`), so they are valid within one version of a test only; a question's `id` is the same in all.
 */
export const TestFile = z
  .strictObject({
    key: TestKey.optional().describe(
      'Identifies the test across imports: a known key makes a new version of that test. Lower-case letters, digits, dots and dashes.',
    ),
    name: Name.check(z.describe('Name of the test.')),
    status: z
      .enum(v2TestStatuses, { error: `must be ${v2TestStatuses.join(' or ')}` })
      .optional()
      .describe('Whether the test can be started. Left out: `Active` for a new test, unchanged for a new version.'),
    duration: z.int().positive('must be above 0').max(longestTest, withinLongest).describe('Minutes that candidates have.'),
    passPercent: PassPercent.optional().describe(
      'Per cent of the maximum score needed to pass, with at most two decimals. Left out: no pass mark.',
    ),
    sections: list(section, 100, { of: 'sections', whole: tooManyQuestions })
      .min(1, 'needs at least one section')
      .describe(`The sections; at most ${mostQuestions} questions in all.`),
  })
  .superRefine(
    (file, context) => {
      const sections = records(file.sections);
      const questions = sections.map((one) => records(one.questions));
      const duration = numberOf(file.duration);
      const planned = sections.reduce((total, one) => total + numberOf(one.duration), 0);
      if (duration > 0 && planned > duration)
        context.addIssue({
          code: 'custom',
          path: ['sections'],
          message: `the durations of the sections add up to ${planned} minutes, more than the test's ${duration}`,
        });
      const files = questions.flat().filter(({ kind }) => kind === 'file').length;
      if (files > fileBounds.questions)
        context.addIssue({
          code: 'custom',
          path: ['sections'],
          message: `a test has at most ${fileBounds.questions} questions of kind file, and this has ${files}`,
        });
      for (const { path, first } of repeatedIds(questions))
        context.addIssue({ code: 'custom', path: [...path], message: `is the id of ${formatPath(first.slice(0, -1))} too` });
      questions.forEach((list, sectionIndex) => {
        list.forEach((written, questionIndex) => {
          if (written.kind === 'text' && (written.answer === undefined) === (written.answers === undefined))
            context.addIssue({
              code: 'custom',
              path: ['sections', sectionIndex, 'questions', questionIndex, 'answer'],
              message: 'a text question needs either `answer` or `answers`',
            });
        });
      });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && 'sections' in value },
  )
  .meta({ id: 'TestFile', description: 'A test as its author writes it.' });
export type TestFile = z.output<typeof TestFile>;

type Option = { readonly optionId: string; readonly text: string; readonly correct: boolean };
type QuestionBase = {
  readonly questionId: number;
  readonly prompt: string;
  readonly marks: number;
  readonly penalty: number;
  readonly skills?: readonly string[];
  readonly void?: Void;
};

/** A question as its version stores it. `questionId` is its place in the paper, from 1. */
export type StoredQuestion = QuestionBase &
  (
    | { readonly kind: 'single-choice' | 'multiple-choice'; readonly options: readonly Option[] }
    | { readonly kind: 'numeric'; readonly answer: number; readonly tolerance: number }
    | { readonly kind: 'text'; readonly answers: readonly string[]; readonly exact?: true }
    | CodingQuestion
    | SqlQuestion
    | EssayQuestion
    | UploadQuestion
  );

/** A question with the id that names it in all versions of its test. Candidates never see the id. */
export type Question = StoredQuestion & { readonly id: string };

/** A question that is answered with a program or a query. */
export type CodeQuestion = Extract<StoredQuestion, { kind: 'coding' | 'sql' }>;

/** An answer that people grade. */
export type ReviewedQuestion = Extract<Question, { kind: 'essay' | 'file' }>;

export const isReviewed = <Q extends StoredQuestion>(question: Q): question is Q & Extract<StoredQuestion, { kind: 'essay' | 'file' }> =>
  question.kind === 'essay' || question.kind === 'file';

export const isCodeQuestion = <Q extends StoredQuestion>(question: Q): question is Q & CodeQuestion =>
  question.kind === 'coding' || question.kind === 'sql';

export type Section<Q = Question> = {
  readonly name: string;
  readonly type: (typeof sectionTypes)[number];
  /** Minutes; the page shows it as advice. 0 when the author gives none. */
  readonly duration: number;
  /** Per cent of the section's marks that must be reached to pass the test. */
  readonly passPercent?: number;
  /** Skills of all its questions. */
  readonly skills?: readonly string[];
  readonly questions: readonly Q[];
};

/** One version of a test. `duration` is in minutes. */
export type TestDefinition<Q = Question> = {
  readonly name: string;
  readonly duration: number;
  readonly passPercent?: number;
  readonly sections: readonly Section<Q>[];
};

/** The JSON of a version. The ids of its questions are stored beside it, so that the same content is the same text whatever they are. */
export type StoredDefinition = TestDefinition<StoredQuestion>;

const optionIdAt = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);

// Left out where there is none, so that a file without one is the same content as before.
const passMarkOf = ({ passPercent }: { readonly passPercent?: number | undefined }) => (passPercent === undefined ? {} : { passPercent });
const skillsOf = ({ skills }: { readonly skills?: readonly string[] | undefined }) => (skills === undefined ? {} : { skills: [...skills] });

const voidOf = ({ void: voided }: { readonly void?: Void | undefined }): { readonly void?: Void } =>
  voided === undefined ? {} : { void: voided };

type FileQuestion = TestFile['sections'][number]['questions'][number];

const defineQuestion = (written: FileQuestion, questionId: number): StoredQuestion => {
  if (written.kind === 'essay') return { questionId, ...defineEssay(written), ...skillsOf(written), ...voidOf(written) };
  if (written.kind === 'file') return { questionId, ...defineUpload(written), ...skillsOf(written), ...voidOf(written) };
  const { prompt, marks, penalty } = written;
  const base = { questionId, prompt, marks, penalty, ...skillsOf(written), ...voidOf(written) };
  if (written.kind === 'numeric') return { ...base, kind: written.kind, answer: written.answer, tolerance: written.tolerance };
  if (written.kind === 'coding') return { ...base, ...defineCoding(written) };
  if (written.kind === 'sql') return { ...base, ...defineSql(written) };
  if (written.kind === 'text') {
    const { kind, answer, answers = answer === undefined ? [] : [answer], exact = false } = written;
    return { ...base, kind, ...(exact ? { answers, exact } : { answers: answers.map((one) => one.trim()) }) };
  }
  return { ...base, kind: written.kind, options: written.options.map((one, index) => ({ optionId: optionIdAt(index), ...one })) };
};

/** What is stored of a file, without the ids of its questions. */
export const defineStored = (file: TestFile): StoredDefinition => {
  let questionId = 0;
  return {
    name: file.name,
    duration: file.duration,
    ...passMarkOf(file),
    sections: file.sections.map(({ name, type, duration, passPercent, skills, questions }) => ({
      name,
      type,
      duration,
      ...passMarkOf({ passPercent }),
      ...skillsOf({ skills }),
      questions: questions.map((written) => {
        questionId += 1;
        return defineQuestion(written, questionId);
      }),
    })),
  };
};

export const questionsOf = <Q>(test: TestDefinition<Q>): readonly Q[] => test.sections.flatMap((one) => one.questions);

export const reviewedQuestionsOf = <Q extends StoredQuestion>(test: TestDefinition<Q>) => questionsOf(test).filter(isReviewed);

export const codeQuestionsOf = <Q extends StoredQuestion>(test: TestDefinition<Q>): readonly (Q & CodeQuestion)[] =>
  questionsOf(test).filter(isCodeQuestion);

const fileQuestionOf = (question: Question): FileQuestion => {
  const { questionId: _, skills, ...rest } = question;
  const written = { ...rest, ...skillsOf({ skills }) };
  if (written.kind === 'numeric') return written;
  if (written.kind === 'essay' || written.kind === 'file') {
    const every = { id: written.id, prompt: written.prompt, ...skillsOf({ skills }), ...voidOf(written) };
    return { ...every, ...(written.kind === 'essay' ? essayFileOf(written) : uploadFileOf(written)) };
  }
  if (written.kind === 'coding' || written.kind === 'sql') {
    const { id, prompt, marks, penalty } = written;
    const every = { id, prompt, marks, penalty, ...skillsOf({ skills }), ...voidOf(written) };
    return { ...every, ...(written.kind === 'coding' ? codingFileOf(written) : sqlFileOf(written)) };
  }
  if (written.kind === 'text') return { ...written, answers: [...written.answers] };
  return { ...written, options: written.options.map(({ text, correct }) => ({ text, correct })) };
};

/** The test file of a version, with every default and the ids of its questions written out. */
export const fileOf = (
  { name, duration, passPercent, sections }: TestDefinition,
  { key, status }: Pick<TestFile, 'key' | 'status'>,
): TestFile => ({
  ...(key === undefined ? {} : { key }),
  name,
  ...(status === undefined ? {} : { status }),
  duration,
  ...passMarkOf({ passPercent }),
  sections: sections.map(({ skills, ...section }) => ({
    ...section,
    ...skillsOf({ skills }),
    questions: section.questions.map(fileQuestionOf),
  })),
});
