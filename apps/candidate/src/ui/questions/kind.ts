import type { Answer, TakeQuestion } from '@assay/domain/take';
import type { JSX } from 'preact';
import type { AnswerView } from '../../core/answers/answers.ts';
import type { AttemptController } from '../../core/session/attempt-controller.ts';

export type FieldProps<Question extends TakeQuestion> = {
  readonly question: Question;
  readonly controller: AttemptController;
  readonly answer: Answer;
  readonly typed: AnswerView['typed'];
  /** `typed`: the text of the field, where the answer has another form. `pasted`: characters of it that were just pasted. */
  readonly onAnswer: (answer: Answer, typed?: string, pasted?: number) => void;
  /** The text of the field is no answer; the one before it stays. */
  readonly onTyped: (text: string) => void;
  /** Id of the question's heading, which names the field. */
  readonly headingId: string;
};

// Not a `ComponentType`, whose classes would take no more than exactly these props.
type View<Props> = (props: Props) => JSX.Element | null;

/** What the page shows of a kind of question. */
export type Kind<Question extends TakeQuestion> = {
  readonly Field: View<FieldProps<Question>>;
  /** An answer that is not blank, where the candidate chooses between two. */
  readonly AnswerText: View<{ readonly question: Question; readonly answer: Answer }>;
  /** What stands below the prompt. */
  readonly Prompt?: View<{ readonly question: Question }>;
  /** The class of its card, for a layout of its own. */
  readonly card?: string;
  /** Whether a wrong answer may cost something. */
  readonly hasPenalty: boolean;
  /** The answer after option `index` was picked; null if there is no such option. */
  readonly pick?: (question: Question, answer: Answer, index: number) => { readonly answer: Answer } | null;
  /** Whether the card has a button that clears the answer, because the field cannot. */
  readonly clears?: boolean;
};
