import { type Answer, isBlank, type TakeQuestion } from '@assay/domain/take';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { AnswerView } from '../../core/answers/answers.ts';
import { timeText } from '../format.ts';
import { Icon } from '../icons.tsx';
import { locale, t } from '../language.ts';
import { kindOf } from '../questions/kinds.ts';

type OneProps = { readonly title: string; readonly use: string; readonly onUse: () => void; readonly children: ComponentChildren };

const OneAnswer = ({ title, use, onUse, children }: OneProps) => (
  <div class="one-answer">
    <h4>{title}</h4>
    {children}
    <button type="button" class="button" onClick={onUse}>
      {use}
    </button>
  </div>
);

type Props = {
  readonly question: TakeQuestion;
  readonly here: Answer;
  readonly elsewhere: NonNullable<AnswerView['conflict']>;
  readonly onChoose: (from: 'here' | 'elsewhere') => void;
};

/** In place of the field: this device and another one have an answer each, and the candidate chooses. */
export const TwoAnswers = ({ question, here, elsewhere, onChoose }: Props) => {
  const id = useId();
  const { AnswerText } = kindOf(question);
  const shown = (answer: Answer) =>
    isBlank(answer) ? <p class="hint">{t('conflict.blank')}</p> : <AnswerText question={question} answer={answer} />;
  const heading = useRef<HTMLHeadingElement>(null);
  // The field that was typed in is gone, and the focus with it.
  useLayoutEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section class="two-answers" aria-labelledby={id}>
      <h3 ref={heading} id={id} tabIndex={-1}>
        <Icon name="warning" />
        {t('conflict.title')}
      </h3>
      <p>{t('conflict.body')}</p>
      <OneAnswer title={t('conflict.here')} use={t('conflict.useHere')} onUse={() => onChoose('here')}>
        {shown(here)}
      </OneAnswer>
      <OneAnswer
        title={t('conflict.elsewhere', { time: timeText(Date.parse(elsewhere.savedAt), locale()) })}
        use={t('conflict.useElsewhere')}
        onUse={() => onChoose('elsewhere')}
      >
        {shown(elsewhere.answer)}
      </OneAnswer>
    </section>
  );
};
