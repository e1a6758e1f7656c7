import { bounds } from '@assay/domain/take';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldProps } from './choice-field.tsx';
import { t } from './language.ts';
import { useDraft } from './use-draft.ts';

/** Characters (code points); the server refuses longer answers. */
const limit = bounds.textAnswer;

const lengthOf = (text: string): number => (text.length <= limit ? text.length : [...text].length);

/** A text area that grows with its text. A text that is too long stays in the field and is saved once it fits. */
export const TextField = ({ question, answer, onAnswer, headingId }: FieldProps) => {
  const stored = typeof answer === 'string' ? answer : '';
  const [text, setText] = useDraft(question.questionId, stored);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = `text-${question.questionId}`;
  const over = lengthOf(text) - limit;
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.setProperty('height', 'auto');
    element.style.setProperty('height', `${element.scrollHeight + 4}px`);
  }, [text]);
  const type = (typed: string) => {
    const fits = lengthOf(typed) <= limit;
    setText(typed, fits ? typed : stored);
    if (fits) onAnswer(typed);
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
      <p id={`${id}-count`} class={over > 0 ? 'field-note field-error' : 'field-note'} role={over > 0 ? 'alert' : undefined}>
        {over > 0 ? t('text.over', { count: over }) : t('text.count', { count: lengthOf(text), limit })}
      </p>
    </div>
  );
};
