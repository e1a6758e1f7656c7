import type { Answer, TakeQuestion } from '@assay/domain/take';
import { locale, t } from '../../language.ts';
import type { FieldProps } from '../kind.ts';
import { numberHint } from './number-hint.ts';
import { type NumberReading, readNumber, writeNumber } from './read-number.ts';

const write = (number: number): string => writeNumber(number, locale());

const answerOf = (reading: NumberReading): Answer => (reading.type === 'number' ? reading.value : null);

/** What to write instead. */
const hintOf = (text: string): string => {
  const hint = numberHint(text, locale());
  if (hint === null) return t('numeric.invalid', { example: write(12.5) });
  const number = write(hint.number);
  return hint.type === 'percent' ? t('numeric.percent', { number, share: write(hint.share) }) : t(`numeric.${hint.type}`, { number });
};

type ReadingProps = { readonly id: string; readonly text: string; readonly reading: NumberReading; readonly answer: Answer };

/** The number that the text was read as; or that it is none, and which answer counts instead. */
const Reading = ({ id, text, reading, answer }: ReadingProps) => {
  const counts = typeof answer === 'number' ? t('answer.counts', { answer: write(answer) }) : t('answer.blank');
  return (
    <div id={id} class="field-note" role="status">
      {reading.type === 'number' && t('numeric.read', { number: write(reading.value) })}
      {reading.type === 'invalid' && <p class="field-error">{hintOf(text)}</p>}
      {(reading.type === 'invalid' || reading.type === 'unfinished') && <p>{counts}</p>}
    </div>
  );
};

/** A number as people write it, with the number it was read as below. Text that is not a number stays, and the answer before it too. */
export const NumericField = ({ question, answer, typed, onAnswer, onTyped, headingId }: FieldProps<TakeQuestion>) => {
  const isShown = typed !== undefined && (!typed.counts || answerOf(readNumber(typed.text, locale())) === answer);
  const text = isShown ? typed.text : typeof answer === 'number' ? write(answer) : '';
  const reading = readNumber(text, locale());
  const id = `numeric-${question.questionId}`;
  const type = (written: string) => {
    const read = readNumber(written, locale());
    if (read.type === 'number' || read.type === 'blank') onAnswer(answerOf(read), written);
    else onTyped(written);
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
      <Reading id={`${id}-reading`} text={text} reading={reading} answer={answer} />
    </div>
  );
};
