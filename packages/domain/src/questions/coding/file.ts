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

const called = z
  .strictObject({
    name: identifier.describe('Name of the function, of letters, digits and `_`.'),
    parameters: list(identifier, codingBounds.parameters, { of: 'parameters' })
      .refine((names) => new Set(names).size === names.length, 'names a parameter twice')
      .describe('Names of its parameters.'),
  })
  .meta({ id: 'CalledFunction', description: 'A function that the service calls.' });

/** Which of these fields a case has depends on `io`; `codingFaults` says so in words of its own. */
const codingCase = z
  .strictObject({
    name: z.optional(nameUpTo(100)).describe('Name of the case; its number when left out.'),
    input: caseText.optional().describe('Standard input, when `io` is `stdio`.'),
    output: caseText.optional().describe('Expected standard output, when `io` is `stdio`.'),
    args: list(FileValue, codingBounds.parameters, { of: 'values' }).optional().describe('Arguments, when `io` is `function`.'),
    returns: FileValue.optional().describe('Expected value, when `io` is `function`.'),
    sample: z.boolean().default(false).describe('Whether candidates see the case and may run it; by default not.'),
    weight: amountFromZero.default(1).describe('Share of the marks, by default 1.'),
  })
  .meta({ id: 'CodingCase', description: 'One run of a program, and what is expected of it.' });

export const ioModes = ['stdio', 'function'] as const;
export const comparisons = ['exact', 'tokens', 'numbers', 'unordered'] as const;

const notNegative = 'must not be negative';
const absolute = z.number().min(0, notNegative).max(1e100, 'must be at most 1e100');
const relative = z.number().min(0, notNegative).max(1, 'must be at most 1');

/** One number is both the absolute and the relative tolerance. */
const tolerance = z.union([
  relative
    .transform((both) => ({ absolute: both, relative: both }))
    .pipe(
      z
        .strictObject({
          absolute: absolute.describe('Absolute difference.'),
          relative: relative.describe('Difference as a part of the expected number.'),
        })
        .meta({ id: 'EqualTolerance', description: 'A tolerance that was written as one number.' }),
    ),
  z
    .strictObject({
      absolute: absolute.default(0).describe('Absolute difference.'),
      relative: relative.default(0).describe('Difference as a part of the expected number.'),
    })
    .meta({ id: 'Tolerance', description: 'How far numbers may differ; either one suffices.' }),
]);

const oneOf = (values: readonly string[]) => ({ error: `must be one of ${values.join(', ')}` });

/** A coding question as an author writes it. What is left out and depends on other fields is filled in by `defineCoding`. */
export const CodingFile = z
  .strictObject({
    kind: z.literal('coding').describe('Which kind of question it is.'),
    ...everyQuestion,
    languages: languages.describe('Languages a candidate may choose from; left out: all that the installation runs.'),
    starter: sources.optional().describe('What the editor shows at first.'),
    io: z
      .enum(ioModes, oneOf(ioModes))
      .optional()
      .describe('`stdio`, the default: the program reads and prints text. `function`: a function of it is called.'),
    function: called.optional().describe('The function that is called, when `io` is `function`.'),
    limits,
    engine: z
      .enum(namedEngines, oneOf(namedEngines))
      .optional()
      .describe('What runs its programs; left out: what the installation prefers. The version of the test keeps it.'),
    compare: z
      .enum(comparisons, oneOf(comparisons))
      .optional()
      .describe('How output or value is compared with what is expected. Left out: `tokens`, of values `exact`.'),
    tolerance: tolerance
      .optional()
      .describe('How far numbers may differ, when `compare` is `numbers`; one number is both the absolute and the relative tolerance.'),
    cases: list(codingCase, codingBounds.cases, { of: 'cases' })
      .optional()
      .describe('Runs that the program must get right; marks are given by weight.'),
    harness: sources.optional().describe('A program of the author that calls the candidate’s, in place of `io` and `cases`.'),
    allOrNothing: z.boolean().optional().describe('True: marks only when every case is accepted.'),
    solution: sources.optional().describe('A program that passes every case; an import runs it, and limits come from how long it takes.'),
    wrong: list(sources, codingBounds.wrong, { of: 'programs' })
      .optional()
      .describe('Programs that must not pass every case; an import runs them.'),
  })
  .superRefine(
    (question, context) => {
      for (const { path, message } of codingFaults(question)) context.addIssue({ code: 'custom', path: [...path], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .meta({ id: 'CodingQuestion', description: 'The answer is a program.' });
export type CodingFile = z.output<typeof CodingFile>;
