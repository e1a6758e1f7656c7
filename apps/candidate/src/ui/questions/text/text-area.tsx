import type { TakeQuestion } from '@assay/domain/take';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../language.ts';
import type { FieldProps } from '../kind.ts';
import { Counting } from './counting.tsx';
import { lengthOf } from './text-length.ts';

type Props = FieldProps<TakeQuestion> & {
  /** Characters (code points); the server refuses longer answers. */
  readonly limit: number;
  readonly look?: string;
  /** What is said of a text that is not too long. */
  readonly note: (text: string) => ComponentChildren;
};

/** A text area that grows with its text. A text that is too long stays in the field and is saved once it fits. */
export const TextArea = ({ question, answer, typed, onAnswer, onTyped, headingId, limit, look, note }: Props) => {
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
        class={`input input-text ${look}`}
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
        {over <= 0 && note(text)}
        {over > 0 && <Counting text={stored} />}
      </div>
    </div>
  );
};
