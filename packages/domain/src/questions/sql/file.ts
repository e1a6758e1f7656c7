import { z } from 'zod';
import { limits, shownText, source } from '../../coding/coding-fields.ts';
import { codingBounds } from '../../coding/question-bounds.ts';
import { list } from '../../wire/list.ts';
import { everyQuestion } from '../question-fields.ts';

/** A question that is answered with a query. It is right when its rows are the solution's on every data set. */
export const SqlFile = z
  .strictObject({
    kind: z.literal('sql').describe('Which kind of question it is.'),
    ...everyQuestion,
    schema: shownText.min(1, 'is required').describe('SQL that creates the tables.'),
    data: list(shownText, codingBounds.dataSets, { of: 'data sets' })
      .min(1, 'needs at least one data set')
      .describe('Data sets, each as SQL; candidates see the first.'),
    starter: source.optional().describe('What the editor shows at first.'),
    limits,
    solution: source.describe('The query whose rows are right.'),
    wrong: list(source, codingBounds.wrong, { of: 'queries' }).optional().describe('Queries that must not be right; an import runs them.'),
  })
  .meta({ id: 'SqlQuestion', description: 'The answer is a query. It is right when it gives the rows of the solution on every data set.' });
export type SqlFile = z.output<typeof SqlFile>;
