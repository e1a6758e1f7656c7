import { z } from 'zod';
import { caseText, languages, limits, sources } from '../../coding/coding-fields.ts';
import { namedEngines } from '../../coding/engines.ts';
import { FileValue } from '../../coding/file-value.ts';
import { codingBounds } from '../../coding/question-bounds.ts';
import { atMost, nameUpTo } from '../../wire/fields.ts';
import { list } from '../../wire/list.ts';
import { amountFromZero, everyQuestion } from '../question-fields.ts';
import { codingFaults } from './rules.ts';

const longestIdentifier = 50;
const identifierRule = `must be a name of letters, digits and _ that does not begin with a digit or __, at most ${longestIdentifier} characters`;
const identifier = z
  .string()
  .check(atMost(longestIdentifier, identifierRule))
  .regex(/^(?!__)[A-Za-z_][A-Za-z0-9_]*$/, identifierRule);

const called = z.strictObject({
  name: identifier,
  parameters: list(identifier, codingBounds.parameters, { of: 'parameters' }).refine(
    (names) => new Set(names).size === names.length,
    'names a parameter twice',
  ),
});

/** Which of these fields a case has depends on `io`; `codingFaults` says so in words of its own. */
const codingCase = z.strictObject({
  name: z.optional(nameUpTo(100)),
  input: caseText.optional(),
  output: caseText.optional(),
  args: list(FileValue, codingBounds.parameters, { of: 'values' }).optional(),
  returns: FileValue.optional(),
  sample: z.boolean().default(false),
  weight: amountFromZero.default(1),
});

export const ioModes = ['stdio', 'function'] as const;
export const comparisons = ['exact', 'tokens', 'numbers', 'unordered'] as const;

const notNegative = 'must not be negative';
const absolute = z.number().min(0, notNegative).max(1e100, 'must be at most 1e100');
const relative = z.number().min(0, notNegative).max(1, 'must be at most 1');

/** One number is both the absolute and the relative tolerance. */
const tolerance = z.union([
  relative.transform((both) => ({ absolute: both, relative: both })).pipe(z.strictObject({ absolute, relative })),
  z.strictObject({ absolute: absolute.default(0), relative: relative.default(0) }),
]);

const oneOf = (values: readonly string[]) => ({ error: `must be one of ${values.join(', ')}` });

/** A coding question as an author writes it. What is left out and depends on other fields is filled in by `defineCoding`. */
export const CodingFile = z
  .strictObject({
    kind: z.literal('coding'),
    ...everyQuestion,
    languages,
    starter: sources.optional(),
    io: z.enum(ioModes, oneOf(ioModes)).optional(),
    function: called.optional(),
    limits,
    engine: z.enum(namedEngines, oneOf(namedEngines)).optional(),
    compare: z.enum(comparisons, oneOf(comparisons)).optional(),
    tolerance: tolerance.optional(),
    cases: list(codingCase, codingBounds.cases, { of: 'cases' }).optional(),
    harness: sources.optional(),
    allOrNothing: z.boolean().optional(),
    solution: sources.optional(),
    wrong: list(sources, codingBounds.wrong, { of: 'programs' }).optional(),
  })
  .superRefine(
    (question, context) => {
      for (const { path, message } of codingFaults(question)) context.addIssue({ code: 'custom', path: [...path], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type CodingFile = z.output<typeof CodingFile>;
