import { clockText } from '../format.ts';
import { locale, t } from '../language.ts';
import type { Mark } from '../running/progress.ts';
import { Dialog } from './dialog.tsx';

type ListProps = { readonly title: string; readonly marks: readonly Mark[]; readonly onGo: (index: number) => void };

const QuestionLinks = ({ title, marks, onGo }: ListProps) => (
  <section>
    <p>{title}</p>
    <ul class="links">
      {marks.map(({ index, questionId, answered }) => (
        <li key={questionId}>
          <a
            href={`#q${index + 1}`}
            aria-label={t('map.item', { number: index + 1, state: t(answered ? 'map.answered' : 'map.blank') })}
            onClick={(event) => {
              event.preventDefault();
              onGo(index);
            }}
          >
            {new Intl.NumberFormat(locale()).format(index + 1)}
          </a>
        </li>
      ))}
    </ul>
  </section>
);

type Props = {
  readonly marks: readonly Mark[];
  /** Milliseconds. */
  readonly remaining: number;
  readonly unsent: boolean;
  readonly onGo: (index: number) => void;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
};

/** Asks for confirmation before the test is submitted, and lists questions that are blank, flagged, not saved or have two answers. */
export const SubmitDialog = ({ marks, remaining, unsent, onGo, onSubmit, onClose }: Props) => {
  const blank = marks.filter((mark) => !mark.answered);
  const flagged = marks.filter((mark) => mark.flagged);
  const conflicting = marks.filter((mark) => mark.conflict);
  const unsaved = marks.filter((mark) => mark.unsaved);
  return (
    <Dialog title={t('submit.title')} onClose={onClose}>
      {blank.length === 0 ? (
        <p>{t('submit.complete')}</p>
      ) : (
        <QuestionLinks title={t('submit.blank', { count: blank.length })} marks={blank} onGo={onGo} />
      )}
      {conflicting.length > 0 && (
        <QuestionLinks title={t('submit.conflict', { count: conflicting.length })} marks={conflicting} onGo={onGo} />
      )}
      {unsaved.length > 0 && <QuestionLinks title={t('submit.unsaved', { count: unsaved.length })} marks={unsaved} onGo={onGo} />}
      {flagged.length > 0 && <QuestionLinks title={t('submit.flagged', { count: flagged.length })} marks={flagged} onGo={onGo} />}
      <p class="lead">{t('submit.final')}</p>
      {unsent && <p>{t('submit.unsent')}</p>}
      <p class="hint">
        {t('time.left')}: {clockText(remaining, locale())}
      </p>
      <p class="actions">
        <button type="button" class="button" onClick={onClose}>
          {t('submit.back')}
        </button>
        <button type="button" class="button button-main" onClick={onSubmit}>
          {t('submit.confirm')}
        </button>
      </p>
    </Dialog>
  );
};
