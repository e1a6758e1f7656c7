import { t } from '../../language.ts';
import { lengthOf } from './text-length.ts';

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
