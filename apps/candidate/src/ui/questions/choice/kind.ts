import type { TakeChoice } from '@assay/domain/take';
import type { Kind } from '../kind.ts';
import { ChoiceField } from './choice-field.tsx';
import { pickOption } from './pick-option.ts';
import { Picked } from './picked.tsx';

export const multipleChoice: Kind<TakeChoice> = { Field: ChoiceField, AnswerText: Picked, hasPenalty: true, pick: pickOption };

export const singleChoice: Kind<TakeChoice> = { ...multipleChoice, clears: true };
