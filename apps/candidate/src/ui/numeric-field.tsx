import type { FieldProps } from './choice-field.tsx';
import { locale, t } from './language.ts';
import { type NumberReading, readNumber, writeNumber } from './read-number.ts';
import { useDraft } from './use-draft.ts';

const Reading = ({ id, reading }: { readonly id: string; readonly reading: NumberReading }) => (
  <p id={id} class={reading.type === 'invalid' ? 'field-note field-error' : 'field-note'} role="status">
    {reading.type === 'number' && t('numeric.read', { number: writeNumber(reading.value, locale()) })}
    {reading.type === 'invalid' && t('numeric.invalid', { example: writeNumber(12.5, locale()) })}
  </p>
);

/** A number as people write it, with the number it was read as below. Text that is not a number is not saved. */
export const NumericField = ({ question, answer, onAnswer, headingId }: FieldProps) => {
  const write = (value: NumberReading) => (value.type === 'number' ? writeNumber(value.value, locale()) : '');
  const [text, setText] = useDraft(question.questionId, typeof answer === 'number' ? writeNumber(answer, locale()) : '');
  const reading = readNumber(text, locale());
  const id = `numeric-${question.questionId}`;
  const type = (typed: string) => {
    const read = readNumber(typed, locale());
    setText(typed, write(read));
    onAnswer(read.type === 'number' ? read.value : null);
  };
  return (
    <div class="field">
      <label class="field-legend" id={`${id}-label`} for={id}>
        {t('numeric.label')}
      </label>
      <input
        id={id}
        class="input input-number"
        type="text"
        inputMode="decimal"
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        maxLength={100}
        value={text}
        aria-labelledby={`${headingId} ${id}-label`}
        aria-describedby={`${id}-reading`}
        aria-invalid={reading.type === 'invalid'}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <Reading id={`${id}-reading`} reading={reading} />
    </div>
  );
};
