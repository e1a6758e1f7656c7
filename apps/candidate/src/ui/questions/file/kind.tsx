import { isFileAnswer, type TakeFile } from '@assay/domain/take';
import { sizeText } from '../../format.ts';
import { locale } from '../../language.ts';
import type { Kind } from '../kind.ts';
import { FileField } from './file-field.tsx';

export const file: Kind<TakeFile> = {
  Field: FileField,
  AnswerText: ({ answer }) =>
    isFileAnswer(answer) ? (
      <p>
        <bdi>{answer.name}</bdi> <span class="hint">{sizeText(answer.bytes, locale())}</span>
      </p>
    ) : null,
  hasPenalty: false,
};
