import type { z } from 'zod';
import type { Answer } from '../attempt/answer.ts';
import type { TakeQuestion } from '../attempt/take.ts';
import type { CodeAnswer } from '../coding/code-answer.ts';
import type { Offered } from '../coding/offered-languages.ts';
import type { RunLimitsOfTest } from '../coding/time-limits.ts';
import type { Verdict } from '../coding/verdicts.ts';
import type { Result } from '../result.ts';
import type { Grade } from './grade.ts';
import type { Void } from './question-fields.ts';
import type { TakeFields } from './take-fields.ts';
import type { GradedText } from './text/grade-text.ts';

/** The fields of a stored question of any kind. `questionId` is its place in the paper, from 1. */
export type StoredFields = {
  readonly questionId: number;
  readonly prompt: string;
  readonly marks: number;
  readonly penalty: number;
  readonly skills?: readonly string[];
  readonly void?: Void;
};

export type Stored<Part> = StoredFields & Part;

/** Of the fields that a question of any kind has, those that the definition of its kind gives. */
type Defined<Part> = Pick<StoredFields, 'prompt' | 'marks' | 'penalty'> & Part;

/** By what an answer is graded beside its question. `text`: compared with the key before. `grader`: version of the rules. */
export type By = {
  readonly verdicts: readonly Verdict[];
  readonly reviewed: string | undefined;
  readonly text: GradedText | undefined;
  readonly grader: number;
};

/** What programs of a question are run with: the limits and engines that were measured, and what the installation offers. */
export type RunWith = {
  readonly limits: RunLimitsOfTest[string] | undefined;
  readonly offers: readonly (Offered & { readonly version: string })[];
};

export type RanCases = readonly { readonly sample: boolean }[];

export type Without<Union, Field extends PropertyKey> = Union extends unknown ? Omit<Union, Field> : never;

/** What the parts of the service ask of each kind. `Written`: as its author writes it. `Part`: what a version stores of it beside `StoredFields`. */
type EveryKind<Written, Part, Given extends Answer> = {
  /** What reports call it. */
  readonly words: string;
  /** As the author of a test file writes it. */
  readonly file: z.ZodType<Written>;
  readonly define: (written: Written) => Defined<Part>;
  /** The fields that `define` read, with every default written out. */
  readonly fileOf: (question: Stored<Part>) => Without<Written, 'id' | 'prompt' | 'skills' | 'void'>;
  /** How many of a kind a test may have, where that is fewer than questions of any kind. */
  readonly mostOfTest?: number;
  /** What candidates read beside the prompt, in the order in which they read it. */
  readonly texts: (question: Written | Stored<Part>) => readonly string[];
  /** What candidates may see, field by field, so that a new field of the key is never sent. */
  readonly take: (question: Stored<Part>, run: RunWith) => Without<TakeQuestion, keyof TakeFields>;
  readonly isAnswer: (answer: Answer) => answer is Given;
  /** The rule of `isAnswer`. */
  readonly answerRule: string;
  /** Of an answer that is not blank: normalized, or the rule that refuses it. */
  readonly check: (question: Stored<Part>, answer: Given) => Result<Answer, string>;
  /** Of an answer that passed `check`. */
  readonly grade: (question: Stored<Part>, answer: Given, by: By) => Grade;
  /** An answer as people read it. */
  readonly answerWords: (question: Stored<Part>, answer: Given) => string;
  /** Whether an answer comes with how much of it was pasted. What is typed of programs is recorded, and says more. */
  readonly countsPasted: boolean;
};

type KeyKind<Part, Given> = {
  readonly gradedBy: 'key';
  /** What is right, in the form of an answer; of a text every one that is. */
  readonly keyOf: (question: Stored<Part>) => string | string[] | number | null;
  /** The key as people read it. */
  readonly keyWords: (question: Stored<Part>) => string;
  /** Equal for answers that are the same. `text`: the answer's, where it is one. */
  readonly comparable: (answer: Given, text: GradedText | undefined) => string | undefined;
  /** Whether something else is right in a later version, where candidates read the same. */
  readonly hasOtherKey: (asked: Stored<Part>, later: Stored<Part>) => boolean;
  /** A question of a later version whose key grades this one. */
  readonly withKeyOf: (asked: Stored<Part>, later: Stored<Part>) => Stored<Part>;
};

/** Where no key decides. `decidedBy`: what does; `ran`: the cases that graded a program, which a regrade may have changed. */
type OtherKind<Part> = {
  readonly decidedBy: (question: Stored<Part>, ran: RanCases) => string;
};

type ProgramKind<Part> = OtherKind<Part> & {
  readonly gradedBy: 'program';
  /** In which an answer may be written, whatever the installation runs. */
  readonly languages: (question: Part) => readonly CodeAnswer['language'][];
  /** What the editor shows at first. */
  readonly starter: (question: Part, language: CodeAnswer['language']) => string;
  /** Without the programs that no score depends on. */
  readonly gradedPart: (question: Stored<Part>) => Stored<Part>;
};

type ReviewedKind<Part> = OtherKind<Part> & { readonly gradedBy: 'people' };

export type Kind<Written, Part, Given extends Answer> = EveryKind<Written, Part, Given> &
  (KeyKind<Part, Given> | ProgramKind<Part> | ReviewedKind<Part>);
