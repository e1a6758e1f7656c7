import type { TakeQuestion } from '@assay/domain/take';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AnswerView } from '../../core/answers/answers.ts';
import type { AttemptController } from '../../core/session/attempt-controller.ts';
import { Icon } from '../icons.tsx';
import { t } from '../language.ts';
import { markShown } from '../page-frame.tsx';
import type { FieldProps } from '../questions/kind.ts';
import { kindOf } from '../questions/kinds.ts';
import { SafeHtml } from '../safe-html.tsx';
import { useFocusable } from '../use-focusable.ts';
import { TwoAnswers } from './two-answers.tsx';

/** Marks and penalty in words, so that the cost of a wrong answer is clear. */
const MarksAndPenalty = ({ question }: { readonly question: TakeQuestion }) => (
  <p class="worth">
    <span>{t('question.marks', { count: question.marks })}</span>
    {kindOf(question).hasPenalty && (
      <span>{question.penalty > 0 ? t('question.penalty', { count: question.penalty }) : t('question.noPenalty')}</span>
    )}
  </p>
);

type QuestionCardProps = {
  readonly question: TakeQuestion;
  readonly controller: AttemptController;
  readonly view: AnswerView | undefined;
  readonly number: number;
  readonly total: number;
  readonly answered: boolean;
  readonly onAnswer: FieldProps<TakeQuestion>['onAnswer'];
  readonly onTyped: FieldProps<TakeQuestion>['onTyped'];
  readonly onChoose: (from: 'here' | 'elsewhere') => void;
  readonly onFlag: (on: boolean) => void;
  readonly onGo: (by: 1 | -1) => void;
};

export const QuestionCard = (props: QuestionCardProps) => {
  const { question, controller, view, number, total, answered, onAnswer, onTyped, onChoose, onFlag, onGo } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { questionId } = question;
  const { Field, Prompt, card = '', clears } = kindOf(question);
  const text = useFocusable<HTMLDivElement>(t('question.position', { number, total }));
  const flagged = view?.flagged ?? false;
  const headingId = `question-${questionId}`;
  // The heading of a new question takes the focus, so that screen readers read it. With the question itself: later, it would take the
  // focus from where the next key has moved it.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    markShown();
    window.scrollTo({ top: 0 });
  }, [questionId]);
  const clear = () => {
    onAnswer(null);
    // The button disappears, so the focus moves to the options.
    document.querySelector<HTMLElement>('[data-pick="0"]')?.focus();
  };
  const choose = (from: 'here' | 'elsewhere') => {
    onChoose(from);
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <article class={`card question ${card}`} aria-labelledby={headingId}>
      <header class="question-head">
        <h2 ref={heading} id={headingId} tabIndex={-1}>
          {t('question.position', { number, total })}
        </h2>
        <button type="button" class="button button-small button-flag" aria-pressed={flagged} onClick={() => onFlag(!flagged)}>
          <Icon name="flag" />
          {t('question.flag')}
        </button>
      </header>
      <div>
        <div ref={text} class="question-text">
          <MarksAndPenalty question={question} />
          <SafeHtml key={questionId} html={question.html} text={question.prompt} />
          {Prompt && <Prompt key={`prompt-${questionId}`} question={question} />}
        </div>
      </div>
      {view?.conflict !== undefined ? (
        <TwoAnswers key={`two-${questionId}`} question={question} here={view.answer} elsewhere={view.conflict} onChoose={choose} />
      ) : (
        <Field
          key={`field-${questionId}`}
          question={question}
          controller={controller}
          answer={view?.answer ?? null}
          typed={view?.typed}
          onAnswer={onAnswer}
          onTyped={onTyped}
          headingId={headingId}
        />
      )}
      <div class="question-foot">
        <button type="button" class="button" disabled={number === 1} onClick={() => onGo(-1)}>
          <Icon name="back" />
          {t('question.previous')}
        </button>
        {clears && answered && view?.conflict === undefined && (
          <button type="button" class="button button-quiet question-clear" onClick={clear}>
            {t('question.clear')}
          </button>
        )}
        <button
          type="button"
          class={number === total ? 'button' : 'button button-main'}
          disabled={number === total}
          onClick={() => onGo(1)}
        >
          {t('question.next')}
          <Icon name="forward" />
        </button>
      </div>
    </article>
  );
};
