import { z } from 'zod';
import { atMost } from '../wire/fields.ts';
import { named } from '../wire/named.ts';
import { utf8Length } from './code-units.ts';
import { answerLanguages } from './languages.ts';
import { codingBounds } from './question-bounds.ts';

const tooLong = `must be at most ${codingBounds.source} bytes of UTF-8`;

/**
 * A `CodeAnswer` as it is sent; apart from it, as the candidate's page loads only that. A character has at least one byte, so a text that
 * is far too long is refused before its bytes are counted.
 */
export const SentCodeAnswer = named('SentCodeAnswer', 'A program as it is sent.', {
  language: z.enum(answerLanguages, { error: `must be one of ${answerLanguages.join(', ')}` }),
  source: z.string().check(
    atMost(codingBounds.source, tooLong),
    z.refine((text) => utf8Length(text) <= codingBounds.source, tooLong),
  ),
});
