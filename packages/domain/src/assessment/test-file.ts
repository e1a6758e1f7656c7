import { z } from 'zod';
import {
  type CodeQuestion,
  FileQuestion,
  isCodeQuestion,
  isReviewed,
  kindOf,
  type Question,
  questionKinds,
  type StoredQuestion,
} from '../questions/kinds.ts';
import { skills, type Void } from '../questions/question-fields.ts';
import { PassPercent } from '../report/grading/pass-mark.ts';
import { formatPath } from '../wire/decode.ts';
import { atMost, Name } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { v2TestStatuses } from './test-status.ts';

// The rules over several fields run beside the faults of single fields, so that an author reads all faults at once. What they read may
// therefore be of any type: a field with a fault of its own counts as left out.
const records = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map((one: unknown) => (typeof one === 'object' && one !== null ? { ...one } : {})) : [];
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const questionCount = (section: unknown): number =>
  typeof section === 'object' && section !== null && 'questions' in section && Array.isArray(section.questions)
    ? section.questions.length
    : 0;

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
    questions: list(FileQuestion, mostQuestions, { of: 'questions' })
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
      for (const kind of questionKinds) {
        const { mostOfTest = mostQuestions } = kindOf({ kind });
        const count = questions.flat().filter((one) => one.kind === kind).length;
        if (mostOfTest < mostQuestions && count > mostOfTest)
          context.addIssue({
            code: 'custom',
            path: ['sections'],
            message: `a test has at most ${mostOfTest} questions of kind ${kind}, and this has ${count}`,
          });
      }
      for (const { path, first } of repeatedIds(questions))
        context.addIssue({ code: 'custom', path: [...path], message: `is the id of ${formatPath(first.slice(0, -1))} too` });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null && 'sections' in value },
  )
  .meta({ id: 'TestFile', description: 'A test as its author writes it.' });
export type TestFile = z.output<typeof TestFile>;

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

// Left out where there is none, so that a file without one is the same content as before.
const passMarkOf = ({ passPercent }: { readonly passPercent?: number | undefined }) => (passPercent === undefined ? {} : { passPercent });
const skillsOf = ({ skills }: { readonly skills?: readonly string[] | undefined }) => (skills === undefined ? {} : { skills: [...skills] });

const voidOf = ({ void: voided }: { readonly void?: Void | undefined }): { readonly void?: Void } =>
  voided === undefined ? {} : { void: voided };

const defineQuestion = (written: FileQuestion, questionId: number): StoredQuestion => ({
  questionId,
  ...kindOf(written).define(written),
  ...skillsOf(written),
  ...voidOf(written),
});

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
  const { id, prompt } = question;
  return { id, prompt, ...kindOf(question).fileOf(question), ...skillsOf(question), ...voidOf(question) };
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
