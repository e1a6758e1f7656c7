import { bounds, countWords, essayBounds, type TakeQuestion } from '@assay/domain/take';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldProps } from './choice-field.tsx';
import { t } from './language.ts';

/** Characters (code points); the server refuses longer answers. */
const limitOf = ({ kind }: TakeQuestion): number => (kind === 'essay' ? essayBounds.answer : bounds.textAnswer);

const lengthOf = (text: string): number => (text.length <= bounds.textAnswer ? text.length : [...text].length);

/** How much of the end of a text tells it from another version of it. */
const endLength = 60;

/** Which text counts while the one in the field is too long. */
export const Counting = ({ text }: { readonly text: string }) =>
  text.trim() === '' ? (
    <p>{t('answer.blank')}</p>
  ) : (
    <>
      <p>{t('text.counts', { count: lengthOf(text) })}</p>
      <q class="text-end" dir="auto">
        …{text.trimEnd().slice(-endLength)}
      </q>
    </>
  );

type Words = NonNullable<TakeQuestion['words']>;

const askedFor = ({ min, max }: Words): string | null => {
  if (min !== null && max !== null) return t('essay.between', { min, max });
  if (min !== null) return t('essay.atLeast', { min });
  return max === null ? null : t('essay.atMost', { max });
};

/** The words of an essay, and how many are asked for: advice, so that nobody loses what they wrote. */
const EssayNote = ({ text, words }: { readonly text: string; readonly words: Words }) => {
  const count = countWords(text);
  return (
    <>
      <p>
        {t('essay.words', { count })} {askedFor(words)}
      </p>
      {words.max !== null && count > words.max && <p class="field-error">{t('essay.long')}</p>}
    </>
  );
};

/** A text area that grows with its text. A text that is too long stays in the field and is saved once it fits. */
export const TextField = ({ question, answer, typed, onAnswer, onTyped, headingId }: FieldProps) => {
  const stored = typeof answer === 'string' ? answer : '';
  const text = typed?.counts === false ? typed.text : stored;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = `text-${question.questionId}`;
  const { words } = question;
  const limit = limitOf(question);
  const over = lengthOf(text) - limit;
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.setProperty('height', 'auto');
    element.style.setProperty('height', `${element.scrollHeight + 4}px`);
  }, [text]);
  const type = (written: string, by: string) => {
    // What is pasted over a selection counts by how much longer the text gets.
    const pasted = /Paste|Drop/.test(by) ? Math.max(0, written.length - text.length) : undefined;
    if (lengthOf(written) <= limit) onAnswer(written, undefined, pasted);
    else onTyped(written);
  };
  return (
    <div class="field">
      <label class="field-legend" id={`${id}-label`} for={id}>
        {t('text.label')}
      </label>
      <textarea
        ref={area}
        id={id}
        class={`input input-text${words === undefined ? '' : ' input-essay'}`}
        dir="auto"
        rows={4}
        value={text}
        aria-labelledby={`${headingId} ${id}-label`}
        aria-describedby={`${id}-count`}
        aria-invalid={over > 0}
        onInput={(event) => type(event.currentTarget.value, event.inputType)}
      />
      <div id={`${id}-count`} class="field-note" role={over > 0 ? 'alert' : undefined}>
        {over > 0 && <p class="field-error">{t('text.over', { count: over })}</p>}
        {over <= 0 && (words === undefined ? t('text.count', { count: lengthOf(text), limit }) : <EssayNote text={text} words={words} />)}
        {over > 0 && <Counting text={stored} />}
      </div>
    </div>
  );
};
