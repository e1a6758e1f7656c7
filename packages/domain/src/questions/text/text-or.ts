import { z } from 'zod';
import { isBlankText } from '../../attempt/answer.ts';
import { boundedNumber } from '../../wire/request-fields.ts';

/** YAML reads `text: 1` as a number; the author means text. */
export const textOr = (written: z.ZodString) =>
  z
    .union([written, boundedNumber.transform(String), z.boolean().transform(String)])
    .pipe(written.refine((one) => !isBlankText(one), 'is required'));
