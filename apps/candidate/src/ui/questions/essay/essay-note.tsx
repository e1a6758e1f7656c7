import { countWords, type TakeEssay } from '@assay/domain/take';
import { t } from '../../language.ts';

type Words = TakeEssay['words'];

const askedFor = ({ min, max }: Words): string | null => {
  if (min !== null && max !== null) return t('essay.between', { min, max });
  if (min !== null) return t('essay.atLeast', { min });
  return max === null ? null : t('essay.atMost', { max });
};

/** The words of an essay, and how many are asked for: advice, so that nobody loses what they wrote. */
export const EssayNote = ({ text, words }: { readonly text: string; readonly words: Words }) => {
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
