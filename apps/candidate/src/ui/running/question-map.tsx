import { useEffect, useRef } from 'preact/hooks';
import type { Attempt } from '../../core/server/protocol.ts';
import { Icon } from '../icons.tsx';
import { locale, t } from '../language.ts';
import { countsOf, type Mark } from './progress.ts';

const stateOf = (mark: Mark): string =>
  new Intl.ListFormat(locale(), { type: 'unit' }).format([
    t(mark.answered ? 'map.answered' : 'map.blank'),
    ...(mark.flagged ? [t('map.flagged')] : []),
    ...(mark.conflict ? [t('map.conflict')] : []),
    ...(mark.unsaved ? [t('map.unsaved')] : []),
  ]);

const classOf = (mark: Mark, isCurrent: boolean): string =>
  [
    'cell',
    mark.answered ? 'cell-answered' : 'cell-blank',
    mark.flagged ? 'cell-flagged' : '',
    mark.conflict ? 'cell-conflict' : '',
    isCurrent ? 'cell-current' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');

type LegendProps = { readonly conflict: boolean; readonly unsaved: boolean };

const Legend = ({ conflict, unsaved }: LegendProps) => (
  <ul class="legend" aria-label={t('map.legend')}>
    <li>
      <span class="cell cell-sample cell-answered" aria-hidden="true" /> {t('map.answered')}
    </li>
    <li>
      <span class="cell cell-sample cell-blank" aria-hidden="true" /> {t('map.blank')}
    </li>
    <li>
      <span class="cell cell-sample cell-blank cell-flagged" aria-hidden="true">
        <Icon name="flag" />
      </span>{' '}
      {t('map.flagged')}
    </li>
    {conflict && (
      <li>
        <span class="cell cell-sample cell-conflict" aria-hidden="true">
          <Icon name="warning" />
        </span>{' '}
        {t('map.conflict')}
      </li>
    )}
    {unsaved && (
      <li>
        <span class="cell cell-sample cell-blank" aria-hidden="true">
          <Icon name="warning" />
        </span>{' '}
        {t('map.unsaved')}
      </li>
    )}
    <li>
      <span class="cell cell-sample cell-blank cell-current" aria-hidden="true" /> {t('map.current')}
    </li>
  </ul>
);

const Counts = ({ marks }: { readonly marks: readonly Mark[] }) => {
  const { answered, blank, flagged } = countsOf(marks);
  const texts = [t('count.answered', { count: answered }), t('count.blank', { count: blank }), t('count.flagged', { count: flagged })];
  return (
    <ul class="counts">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
};

type Props = {
  readonly sections: Attempt['sections'];
  readonly marks: readonly Mark[];
  readonly current: number;
  readonly onGo: (index: number) => void;
};

/** Scrolls the map beside the question, and nothing else, so that the current one is seen; a dialog focuses it. */
const follow = (map: HTMLElement | null): void => {
  const side = map?.closest('.side');
  const cell = side?.querySelector('[aria-current=true]')?.getBoundingClientRect();
  if (side == null || cell === undefined) return;
  const { top, bottom } = side.getBoundingClientRect();
  const end = Math.min(bottom, innerHeight);
  if (cell.top < top + cell.height || cell.bottom > end - cell.height) side.scrollTop += (cell.top + cell.bottom - top - end) / 2;
};

/** All questions as a grid by section, with counts and a legend. */
export const QuestionMap = ({ sections, marks, current, onGo }: Props) => {
  const map = useRef<HTMLDivElement>(null);
  useEffect(() => follow(map.current), [current]);
  return (
    <div ref={map} class="map">
      <Counts marks={marks} />
      {sections.map(({ sectionName }, section) => (
        // Sections never move, and two may share a name.
        <section key={section} class="map-section">
          {sections.length > 1 && <h3 dir="auto">{sectionName}</h3>}
          <ol class="cells">
            {marks
              .filter((mark) => mark.section === section)
              .map((mark) => (
                <li key={mark.questionId}>
                  <button
                    type="button"
                    class={classOf(mark, mark.index === current)}
                    aria-label={t('map.item', { number: mark.index + 1, state: stateOf(mark) })}
                    aria-current={mark.index === current ? 'true' : undefined}
                    onClick={() => onGo(mark.index)}
                  >
                    {new Intl.NumberFormat(locale()).format(mark.index + 1)}
                    {mark.flagged && <Icon name="flag" />}
                    {(mark.conflict || mark.unsaved) && <Icon name="warning" />}
                  </button>
                </li>
              ))}
          </ol>
        </section>
      ))}
      <Legend conflict={marks.some((mark) => mark.conflict)} unsaved={marks.some((mark) => mark.unsaved)} />
    </div>
  );
};
