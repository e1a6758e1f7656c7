import { z } from 'zod';
import type { Answer } from '../attempt/answer.ts';
import { multipleChoice, singleChoice } from './choice/kind.ts';
import { coding } from './coding/kind.ts';
import { essay } from './essay/kind.ts';
import { file } from './file/kind.ts';
import type { Kind, Stored, Without } from './kind.ts';
import { numeric } from './number/kind.ts';
import { sql } from './sql/kind.ts';
import { text } from './text/kind.ts';

/** Each under the name that its test files have. */
const named = <Kinds extends { readonly [K in keyof Kinds]: { readonly file: z.ZodType<{ readonly kind: K }> } }>(kinds: Kinds): Kinds =>
  kinds;

/** The kinds of question, in the order in which they are listed. */
export const kinds = named({
  'single-choice': singleChoice,
  'multiple-choice': multipleChoice,
  numeric,
  text,
  coding,
  sql,
  essay,
  file,
});
type Kinds = typeof kinds;

export type QuestionKind = keyof Kinds;

// The keys of a literal are its type's.
export const questionKinds = Object.keys(kinds) as [QuestionKind, ...QuestionKind[]];

type KindFile = Kinds[QuestionKind]['file'];

/** A question as its author writes it. */
export const FileQuestion = z.discriminatedUnion(
  'kind',
  // As many schemas as there are kinds.
  Object.values(kinds).map((one) => one.file) as unknown as [KindFile, ...KindFile[]],
  { error: `must be one of ${questionKinds.join(', ')}` },
);
export type FileQuestion = z.output<typeof FileQuestion>;

/** A question as its version stores it. */
export type StoredQuestion = Stored<Parameters<Kinds[QuestionKind]['fileOf']>[0]>;

/** A question with the id that names it in all versions of its test. Candidates never see the id. */
export type Question = StoredQuestion & { readonly id: string };

type AnyKind = Kind<FileQuestion, Without<StoredQuestion, 'questionId'>, Answer>;

/** The kind of a question. The cast holds for that question, because each kind is listed under its own name. */
export const kindOf = <K extends QuestionKind>({ kind }: { readonly kind: K }) =>
  kinds[kind] as unknown as Extract<AnyKind, { readonly gradedBy: Kinds[K]['gradedBy'] }>;

type KindGradedBy<By extends AnyKind['gradedBy']> = {
  [K in QuestionKind]: Kinds[K]['gradedBy'] extends By ? K : never;
}[QuestionKind];

type ReviewedKind = KindGradedBy<'people'>;

/** Kinds whose answers people grade. */
export const reviewedKinds = questionKinds.filter((kind): kind is ReviewedKind => kinds[kind].gradedBy === 'people');

/** An answer that people grade. */
export type ReviewedQuestion = Extract<Question, { kind: ReviewedKind }>;

export const isReviewed = <Q extends StoredQuestion>(question: Q): question is Q & Extract<StoredQuestion, { kind: ReviewedKind }> =>
  kinds[question.kind].gradedBy === 'people';

/** A question that is answered with a program or a query. */
export type CodeQuestion = Extract<StoredQuestion, { kind: KindGradedBy<'program'> }>;

export const isCodeQuestion = <Q extends StoredQuestion>(question: Q): question is Q & CodeQuestion =>
  kinds[question.kind].gradedBy === 'program';
