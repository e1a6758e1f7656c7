import { bounds, type TakeQuestion } from '@assay/domain/take';
import { t } from '../../language.ts';
import type { Kind } from '../kind.ts';
import { TextArea } from './text-area.tsx';
import { lengthOf } from './text-length.ts';
import { WrittenText } from './written-text.tsx';

const limit = bounds.textAnswer;

export const text: Kind<TakeQuestion> = {
  Field: (props) => <TextArea {...props} limit={limit} note={(written) => t('text.count', { count: lengthOf(written), limit })} />,
  AnswerText: WrittenText,
  hasPenalty: true,
};
