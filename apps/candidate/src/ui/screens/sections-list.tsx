import type { Attempt } from '../../core/server/protocol.ts';
import { minutesText } from '../format.ts';
import { locale, t } from '../language.ts';

/** The sections in order, with their numbers of questions and the times that the author gave. */
export const SectionsList = ({ sections }: { readonly sections: Attempt['sections'] }) => (
  <section>
    <h2>{t('before.sections')}</h2>
    <ol class="sections">
      {sections.map(({ sectionName, questions, duration }, index) => (
        // Sections never move, and two may share a name.
        <li key={index}>
          <span class="sections-name" dir="auto">
            {sectionName}
          </span>
          <span class="sections-size">
            <span>{t('questions', { count: questions })}</span>
            {duration > 0 && <span>{minutesText(duration, locale())}</span>}
          </span>
        </li>
      ))}
    </ol>
    {sections.some(({ duration }) => duration > 0) && <p class="hint">{t('before.advice')}</p>}
  </section>
);
