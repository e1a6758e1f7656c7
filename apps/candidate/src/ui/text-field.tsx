import { bounds } from '@assay/domain/take';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldProps } from './choice-field.tsx';
import { t } from './language.ts';

/** Characters (code points); the server refuses longer answers. */
const limit = bounds.textAnswer;

const lengthOf = (text: string): number => (text.length <= limit ? text.length : [...text].length);

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

/** A text area that grows with its text. A text that is too long stays in the field and is saved once it fits. */
export const TextField = ({ question, answer, typed, onAnswer, onTyped, headingId }: FieldProps) => {
  const stored = typeof answer === 'string' ? answer : '';
  const text = typed?.counts === false ? typed.text : stored;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = `text-${question.questionId}`;
  const over = lengthOf(text) - limit;
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.setProperty('height', 'auto');
    element.style.setProperty('height', `${element.scrollHeight + 4}px`);
  }, [text]);
  const type = (written: string) => {
    if (lengthOf(written) <= limit) onAnswer(written);
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
        class="input input-text"
        dir="auto"
        rows={4}
        value={text}
        aria-labelledby={`${headingId} ${id}-label`}
        aria-describedby={`${id}-count`}
        aria-invalid={over > 0}
        onInput={(event) => type(event.currentTarget.value)}
      />
      <div id={`${id}-count`} class="field-note" role={over > 0 ? 'alert' : undefined}>
        {over > 0 ? <p class="field-error">{t('text.over', { count: over })}</p> : t('text.count', { count: lengthOf(text), limit })}
        {over > 0 && <Counting text={stored} />}
      </div>
    </div>
  );
};
