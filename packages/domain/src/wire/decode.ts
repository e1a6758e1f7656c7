import { z } from 'zod';
import { err, ok, type Result } from '../result.ts';
import { mostFaults } from './list.ts';
import { ruleInWords } from './rules.ts';
import { type Refusal, refusal } from './status-codes.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Unknown fields of a body are ignored, but not read without end. */
const mostFields = 100;
const longestFieldName = 100;

/** `sections[0].questions[2].marks` */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    '',
  );

/** What zod calls a field that is not there, by what the field should have been. */
const missingCodes = new Set<string>(['invalid_type', 'invalid_union', 'invalid_value']);

/** Parses; each issue says in our own words which rule its value broke. */
export const validate = <Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.ZodSafeParseResult<z.output<Schema>> =>
  z.safeParse(schema, value, { reportInput: true, error: ruleInWords });

/** The rule that a value broke: `is required`. */
export const ruleOf = ({ code, input, message }: z.core.$ZodIssue): string =>
  missingCodes.has(code) && input === undefined ? 'is required' : message;

/** Refuses with one line per fault, each naming the field and the rule: `fullName: is required`. At most 20, and then that there are more. */
export const refuseFaults = (faults: readonly string[]): Refusal<'request.invalid'> => {
  const named = faults.length > mostFaults ? [...faults.slice(0, mostFaults), 'and more'] : faults;
  return refusal('request.invalid', named.join('; '));
};

const describeIssues = ({ issues }: z.core.$ZodError): string[] =>
  issues.slice(0, mostFaults + 1).map((issue) => (issue.path.length === 0 ? ruleOf(issue) : `${formatPath(issue.path)}: ${ruleOf(issue)}`));

/** Decodes `value`, or refuses with a `400.1` message that names every faulty field. */
export const decode = <Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): Result<z.output<Schema>, Refusal<'request.invalid'>> => {
  const parsed = validate(schema, value);
  return parsed.success ? ok(parsed.data) : err(refuseFaults(describeIssues(parsed.error)));
};

const notAnObject = err(refusal('request.invalid', 'The request body must be a JSON object'));

/** Decodes a JSON request body whose field names are exact. */
export const decodeExactBody = <Schema extends z.core.$ZodObject>(
  schema: Schema,
  body: unknown,
): Result<z.output<Schema>, Refusal<'request.invalid'>> => (isRecord(body) ? decode(schema, body) : notAnObject);

const acceptsNull = (schema: z.core.$ZodType): boolean => z.safeParse(schema, null).success;

/**
 * Decodes a JSON request body as API v2 clients send it: field names match without regard to case (`callBackUrl`), unknown fields
 * are ignored, and `null` or `""` on an optional field mean absent, or null where the field itself may be null.
 */
export const decodeBody = <Shape extends z.core.$ZodLooseShape>(
  schema: z.core.$ZodObject<Shape>,
  body: unknown,
): Result<z.output<z.core.$ZodObject<Shape>>, Refusal<'request.invalid'>> => {
  if (!isRecord(body)) return notAnObject;
  const names = Object.keys(body);
  if (names.length > mostFields) return err(refusal('request.invalid', `The request body must have at most ${mostFields} fields`));
  const sent = new Map<string, unknown>();
  for (const name of names) if (name.length <= longestFieldName) sent.set(name.toLowerCase(), body[name]);
  const folded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema._zod.def.shape)) {
    const value = name in body ? body[name] : sent.get(name.toLowerCase());
    const blank = value === null || value === '';
    if (value === undefined || (blank && z.safeParse(field, undefined).success && !acceptsNull(field))) continue;
    folded[name] = blank && acceptsNull(field) ? null : value;
  }
  return decode(schema, folded);
};

/**
 * Decodes a query string, parsed to text or lists of text: names match without regard to case, unknown ones are ignored. One that
 * comes twice is refused, because a check and what it protects could read different values.
 */
export const decodeQuery = <Shape extends z.core.$ZodLooseShape>(
  schema: z.core.$ZodObject<Shape>,
  query: unknown,
): Result<z.output<z.core.$ZodObject<Shape>>, Refusal<'request.invalid'>> => {
  const sent = Object.entries(isRecord(query) ? query : {});
  const folded: Record<string, unknown> = {};
  for (const name of Object.keys(schema._zod.def.shape)) {
    const lowered = name.toLowerCase();
    const [value, ...more] = sent.filter(([key]) => key.toLowerCase() === lowered).flatMap(([, values]) => values);
    if (more.length > 0) return err(refusal('request.invalid', `${name}: must come once`));
    if (value !== undefined) folded[name] = value;
  }
  return decode(schema, folded);
};
