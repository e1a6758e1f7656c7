import type { z } from 'zod';
import { mostFaults } from './list.ts';

const longestFieldName = 100;

const plural = (count: number | bigint, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const kind = (expected: string): string => {
  if (expected === 'null') return expected;
  const word = expected === 'int' ? 'integer' : expected;
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
};

/** `must be at least 8 characters`; of numbers `value`, of lists `elements`. */
const limit = (origin: string, bound: string, limitValue: number | bigint): string => {
  if (origin === 'string') return `must be ${bound} ${plural(limitValue, 'character')}`;
  if (origin === 'array' || origin === 'set') return `must have ${bound} ${plural(limitValue, 'element')}`;
  return `must be ${bound} ${limitValue}`;
};

const alternatives = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;

/** Of the alternatives that have the value's type the first one's fault; if there is none, the types. */
const ruleOfUnion = (errors: readonly (readonly z.core.$ZodIssue[])[]): string => {
  const isOther = (issue: z.core.$ZodIssue | undefined) => issue?.code === 'invalid_type' && issue.path.length === 0;
  const own = errors.find((issues) => issues.length > 0 && !issues.some(isOther))?.[0];
  if (own !== undefined) return own.path.length === 0 ? own.message : `the ${own.path.join(' ')} ${own.message}`;
  const expected = errors.flatMap(([issue]) => (issue?.code === 'invalid_type' ? [kind(issue.expected)] : []));
  return `must be ${alternatives([...new Set(expected)])}`;
};

/** The rule that a value broke, where its schema has no words of its own; zod's must not reach a client. */
export const ruleInWords = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kind(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_big':
      return limit(issue.origin, issue.exact === true ? 'exactly' : issue.inclusive === false ? 'below' : 'at most', issue.maximum);
    case 'too_small':
      return limit(issue.origin, issue.exact === true ? 'exactly' : issue.inclusive === false ? 'above' : 'at least', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys': {
      const keys = issue.keys.slice(0, mostFaults).map((key) => `"${key.slice(0, longestFieldName)}"`);
      return `has unknown fields: ${keys.join(', ')}`;
    }
    case 'invalid_union':
      return ruleOfUnion(issue.errors);
    case 'invalid_format':
      return `must be ${issue.format === 'regex' ? 'in the documented form' : kind(issue.format)}`;
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'must be valid';
  }
};
