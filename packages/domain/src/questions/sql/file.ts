import { z } from 'zod';
import { limits, shownText, source } from '../../coding/coding-fields.ts';
import { codingBounds } from '../../coding/question-bounds.ts';
import { list } from '../../wire/list.ts';
import { everyQuestion } from '../question-fields.ts';

/** A question that is answered with a query. It is right when its rows are the solution's on every data set. */
export const SqlFile = z.strictObject({
  kind: z.literal('sql'),
  ...everyQuestion,
  schema: shownText.min(1, 'is required'),
  data: list(shownText, codingBounds.dataSets, { of: 'data sets' }).min(1, 'needs at least one data set'),
  starter: source.optional(),
  limits,
  solution: source,
  wrong: list(source, codingBounds.wrong, { of: 'queries' }).optional(),
});
export type SqlFile = z.output<typeof SqlFile>;
