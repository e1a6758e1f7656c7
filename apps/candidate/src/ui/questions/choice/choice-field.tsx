import type { TakeChoice } from '@assay/domain/take';
import { t } from '../../language.ts';
import { SafeHtml } from '../../safe-html.tsx';
import type { FieldProps } from '../kind.ts';
import { pickOption } from './pick-option.ts';

/** Options as large cards around native radio buttons or check boxes. */
export const ChoiceField = ({ question, answer, onAnswer, headingId }: FieldProps<TakeChoice>) => {
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
        {question.options.map(({ optionId, text, html }, index) => (
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
