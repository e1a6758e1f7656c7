import type { TakeQuestion } from '@assay/domain/take';
import { multipleChoice, singleChoice } from './choice/kind.ts';
import { code } from './code/kind.tsx';
import { essay } from './essay/kind.tsx';
import { file } from './file/kind.tsx';
import type { Kind } from './kind.ts';
import { numeric } from './number/kind.tsx';
import { text } from './text/kind.tsx';

/** The kinds of question that the page shows. */
const kinds = {
  'single-choice': singleChoice,
  'multiple-choice': multipleChoice,
  numeric,
  text,
  coding: code,
  sql: code,
  essay,
  file,
} satisfies { readonly [Name in TakeQuestion['kind']]: Kind<TakeQuestion & { readonly kind: Name }> };

/** The kind of a question. The cast holds for that question, because each kind is listed under its own name. */
export const kindOf = ({ kind }: TakeQuestion): Kind<TakeQuestion> => kinds[kind] as unknown as Kind<TakeQuestion>;
