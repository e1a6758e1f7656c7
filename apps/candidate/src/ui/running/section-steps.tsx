import type { Attempt } from '../../core/server/protocol.ts';
import { t } from '../language.ts';
import { countsOf, type Mark } from './progress.ts';

type Props = {
  readonly sections: Attempt['sections'];
  readonly marks: readonly Mark[];
  readonly current: number;
  readonly onGo: (index: number) => void;
};

/** The sections in order with their progress; a step goes to the first question of its section. */
export const SectionSteps = ({ sections, marks, current, onGo }: Props) => (
  <nav class="steps" aria-label={t('before.sections')}>
    <ol>
      {sections.map(({ sectionName }, section) => {
        const own = marks.filter((mark) => mark.section === section);
        const { answered, total } = countsOf(own);
        const first = own[0];
        if (first === undefined) return null;
        return (
          <li key={first.questionId} class={section === current ? 'step step-current' : 'step'}>
            <button type="button" aria-current={section === current ? 'step' : undefined} onClick={() => onGo(first.index)}>
              <span class="step-name" dir="auto">
                {sectionName}
              </span>
              <span class="step-count">
                <span class="step-position">{t('section.position', { number: section + 1, total: sections.length })}</span>
                {t('section.answered', { answered, total })}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  </nav>
);
