import { z } from 'zod';
import { atMost, wellFormed } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { utf8Length } from './code-units.ts';
import { type CodingLanguage, codingLanguages, languageNames } from './languages.ts';
import { codingBounds } from './question-bounds.ts';

/** Fields of questions that are answered with a program. */

/** Text that is kept to the last space. YAML reads `output: 1.0` as a number, and nobody can know any more what was written. */
const exactText = (max: number, rule?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? undefined : 'must be text: put it in quotes') })
    .check(atMost(max, rule), wellFormed());

export const caseText = exactText(codingBounds.caseText);
export const shownText = exactText(codingBounds.shownText);

const tooLong = `must be at most ${codingBounds.source} bytes of UTF-8`;

export const source = exactText(codingBounds.source, tooLong)
  .refine((text) => utf8Length(text) <= codingBounds.source, tooLong)
  .refine((text) => text.trim() !== '', 'is required');

/** A program in each of some languages; others are named as unknown fields. */
export const sources = z
  .strictObject(
    // The cast holds because every language gets such a schema.
    Object.fromEntries(
      codingLanguages.map((language) => [language, source.optional().describe(`In ${languageNames[language]}.`)]),
    ) as Record<CodingLanguage, z.ZodOptional<typeof source>>,
  )
  .refine((given) => Object.keys(given).length > 0, 'needs at least one language')
  .meta({ id: 'Programs', description: 'A program in each of some languages.' });

const { seconds, memory } = codingBounds;

/** For each run: seconds of processor time and MiB. */
export const limits = z
  .strictObject({
    seconds: z
      .number()
      .min(seconds.least, `must be at least ${seconds.least}`)
      .max(seconds.most, `must be at most ${seconds.most}`)
      .optional()
      .describe('Seconds of processor time of each run.'),
    memory: z
      .int()
      .min(memory.least, `must be at least ${memory.least}`)
      .max(memory.most, `must be at most ${memory.most}`)
      .optional()
      .describe('MiB of memory of each run.'),
  })
  .meta({ id: 'LimitsOfRun', description: 'Limits that the author sets; what is left out comes from the solution.' })
  .default({})
  .describe('Limits of each run.');

export const languages = list(z.enum(codingLanguages, { error: `must be one of ${codingLanguages.join(', ')}` }), codingLanguages.length, {
  of: 'languages',
})
  .min(1, 'needs at least one language')
  .refine((given) => new Set(given).size === given.length, 'names a language twice')
  .optional();
