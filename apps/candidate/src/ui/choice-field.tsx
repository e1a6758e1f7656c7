import type { Answer, TakeQuestion } from '@assay/domain/take';
import type { AnswerView } from '../core/answers/answers.ts';
import { t } from './language.ts';
import { togglePick } from './progress.ts';
import { SafeHtml } from './safe-html.tsx';

export type FieldProps = {
  readonly question: TakeQuestion;
  readonly answer: Answer;
  readonly typed: AnswerView['typed'];
  /** `typed`: the text of the field, where the answer has another form. `pasted`: characters of it that were just pasted. */
  readonly onAnswer: (answer: Answer, typed?: string, pasted?: number) => void;
  /** The text of the field is no answer; the one before it stays. */
  readonly onTyped: (text: string) => void;
  /** Id of the question's heading, which names the field. */
  readonly headingId: string;
};

/** The answer after option `index` was picked: replaces a single choice, toggles one of several; null if there is no such option. */
export const pickOption = (question: TakeQuestion, answer: Answer, index: number): { readonly answer: Answer } | null => {
  const options = question.options ?? [];
  const option = options[index];
  if (option === undefined) return null;
  if (question.kind === 'single-choice') return { answer: option.optionId };
  return { answer: togglePick(options, Array.isArray(answer) ? answer : [], option.optionId) };
};

/** Options as large cards around native radio buttons or check boxes. */
export const ChoiceField = ({ question, answer, onAnswer, headingId }: FieldProps) => {
  const isSingle = question.kind === 'single-choice';
  const hintId = `hint-${question.questionId}`;
  // Named by id: a list or a table in a label gives the input no name in some screen readers.
  const nameId = (index: number) => `option-${question.questionId}-${index}`;
  const isPicked = (optionId: string) => (Array.isArray(answer) ? answer.includes(optionId) : answer === optionId);
  const pick = (index: number) => {
    const picked = pickOption(question, answer, index);
    if (picked !== null) onAnswer(picked.answer);
  };
  return (
    <fieldset class="field" aria-labelledby={`${headingId} ${hintId}`}>
      <legend id={hintId} class="field-legend">
        {t(isSingle ? 'question.single' : 'question.multiple')}
      </legend>
      <div class="options">
        {(question.options ?? []).map(({ optionId, text, html }, index) => (
          <label key={optionId} class="option">
            <input
              type={isSingle ? 'radio' : 'checkbox'}
              name={`question-${question.questionId}`}
              value={optionId}
              checked={isPicked(optionId)}
              data-pick={index}
              aria-labelledby={nameId(index)}
              onChange={() => pick(index)}
            />
            <SafeHtml id={nameId(index)} html={html} text={text} inline />
            {index < 9 && (
              <span class="option-key" aria-hidden="true">
                {index + 1}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
