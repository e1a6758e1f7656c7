import type { TakeQuestion } from '@assay/domain/take';
import { locale } from '../../language.ts';
import type { Kind } from '../kind.ts';
import { NumericField } from './numeric-field.tsx';
import { writeNumber } from './read-number.ts';

export const numeric: Kind<TakeQuestion> = {
  Field: NumericField,
  AnswerText: ({ answer }) => <p dir="ltr">{writeNumber(Number(answer), locale())}</p>,
  hasPenalty: true,
};
