import { z } from 'zod';
import type { Scope } from '../account/scopes.ts';

const secrets = z.registry<{ scope: Scope }>();

/** Text of a result with which its reader could do more than read: there for keys with `scope`, null for others. */
export const secretFor = (scope: Scope, words: string) =>
  z.string().nullable().describe(`${words} Null for a key without the scope \`${scope}\`.`).register(secrets, { scope });

type Withhold = (value: unknown, granted: ReadonlySet<Scope>) => unknown;
type Fields = Readonly<Record<string, unknown>>;

const withholdFrom = (schema: z.core.$ZodType, needed: Set<Scope>): Withhold | undefined => {
  const scope = secrets.get(schema)?.scope;
  if (scope !== undefined) {
    needed.add(scope);
    return (value, granted) => (granted.has(scope) ? value : null);
  }
  if (schema instanceof z.core.$ZodNullable || schema instanceof z.core.$ZodOptional) {
    const inner = withholdFrom(schema._zod.def.innerType, needed);
    return inner && ((value, granted) => (value === null || value === undefined ? value : inner(value, granted)));
  }
  if (schema instanceof z.core.$ZodArray) {
    const each = withholdFrom(schema._zod.def.element, needed);
    return each && ((value, granted) => (value as unknown[]).map((item) => each(item, granted)));
  }
  if (!(schema instanceof z.core.$ZodObject)) return undefined;
  const fields = Object.entries(schema._zod.def.shape).flatMap(([name, field]) => {
    const withhold = withholdFrom(field, needed);
    return withhold === undefined ? [] : [[name, withhold] as const];
  });
  if (fields.length === 0) return undefined;
  return (value, granted) => ({
    ...(value as Fields),
    ...Object.fromEntries(fields.map(([name, withhold]) => [name, withhold((value as Fields)[name], granted)])),
  });
};

/** Sets the secrets of a result to null for keys that may not see them. Undefined when the schema has none. */
export const secretsWithheldFrom = <Value>(
  schema: z.core.$ZodType<Value>,
): ((value: Value, granted: ReadonlySet<Scope>) => Value) | undefined => {
  const needed = new Set<Scope>();
  const withhold = withholdFrom(schema, needed);
  if (withhold === undefined) return undefined;
  // The cast holds: a secret field of the schema takes null.
  return (value, granted) => ([...needed].every((scope) => granted.has(scope)) ? value : (withhold(value, granted) as Value));
};
