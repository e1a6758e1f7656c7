import { z } from 'zod';
import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from './status-codes.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `sections[0].questions[2].marks` */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  );

/** What zod calls a field that is not there, by what the field should have been. */
const missingCodes = new Set<string>(['invalid_type', 'invalid_union', 'invalid_value']);

const ruleOf = (issue: z.core.$ZodIssue): string => {
  if (missingCodes.has(issue.code) && issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) return `must be ${article(issue.expected)}`;
  if (issue.code === 'invalid_union') return issue.message.startsWith('Invalid input') ? 'has a value of the wrong type' : issue.message;
  return issue.message;
};

const article = (expected: string): string => {
  const word = expected === 'int' ? 'integer' : expected;
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
};

/** One line per fault, each naming the field and the rule: `fullName: is required`. */
export const describeIssues = (error: z.core.$ZodError): string[] =>
  error.issues.map((issue) => (issue.path.length === 0 ? ruleOf(issue) : `${formatPath(issue.path)}: ${ruleOf(issue)}`));

/** Decodes `value`, or refuses with a `400.1` message that names every faulty field. */
export const decode = <Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, Refusal<'request.invalid'>> => {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  return parsed.success ? ok(parsed.data) : err(refusal('request.invalid', describeIssues(parsed.error).join('; ')));
};

const acceptsNull = (schema: z.core.$ZodType): boolean => z.safeParse(schema, null).success;

/**
 * Decodes a JSON request body as API v2 clients send it: field names match without regard to case (`callBackUrl`), unknown fields
 * are ignored, and `null` or `""` on an optional field mean absent, or null where the field itself may be null.
 */
export const decodeBody = <Shape extends z.core.$ZodLooseShape>(
  schema: z.core.$ZodObject<Shape>,
  body: unknown,
): Result<z.output<z.core.$ZodObject<Shape>>, Refusal<'request.invalid'>> => {
  if (!isRecord(body)) return err(refusal('request.invalid', 'The request body must be a JSON object'));
  const sent = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) sent.set(name.toLowerCase(), value);
  const folded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema._zod.def.shape)) {
    const value = name in body ? body[name] : sent.get(name.toLowerCase());
    const blank = value === null || value === '';
    if (value === undefined || (blank && z.safeParse(field, undefined).success && !acceptsNull(field))) continue;
    folded[name] = blank && acceptsNull(field) ? null : value;
  }
  return decode(schema, folded);
};
