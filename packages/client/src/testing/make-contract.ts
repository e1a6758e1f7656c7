import { CallbackBody, type Operation, operations, WireDateTime } from '@assay/domain';
import type { z } from 'zod';
import type { ContractEntry, Plain, Shape } from '../contract/shape.ts';

/** Zod keeps the parts of a schema under names that depend on its type. */
type Definition = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly (string | number)[];
  readonly defaultValue?: Plain;
  readonly format?: string;
  readonly checks?: readonly z.core.$ZodCheck[];
};

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

const part = (schema: z.core.$ZodType | undefined): Shape => {
  if (schema === undefined) throw new Error('a schema without the part that its type has');
  return shapeOf(schema);
};

const isPositive = ({ checks = [] }: Definition): boolean =>
  checks.some(
    ({ _zod: { def } }) => def.check === 'greater_than' && 'value' in def && def.value === 0 && !('inclusive' in def && def.inclusive),
  );

const [dateTimeRule] = definitionOf(WireDateTime).checks ?? [];
const isDateTime = ({ checks = [] }: Definition): boolean => dateTimeRule !== undefined && checks.includes(dateTimeRule);

const fieldsOf = ({ shape = {} }: Definition): Readonly<Record<string, Shape>> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const { type, innerType } = definitionOf(field);
      return type === 'optional' ? [`${name}?`, part(innerType)] : [name, shapeOf(field)];
    }),
  );

const union = (shapes: readonly Shape[]): Shape => (shapes.includes('any') ? 'any' : ['union', ...shapes]);

/** What a result looks like, without the rules that only requests have to keep: lengths, and rules over several fields. */
const shapeOf = (schema: z.core.$ZodType): Shape => {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return definition.catchall === undefined ? fieldsOf(definition) : ['strict', fieldsOf(definition)];
    case 'array':
      return ['list', part(definition.element)];
    case 'record':
      return ['map', part(definition.valueType)];
    case 'nullable':
      return ['null', part(definition.innerType)];
    case 'default':
      return ['default', definition.defaultValue ?? {}, part(definition.innerType)];
    case 'enum':
      return ['in', ...Object.values(definition.entries ?? {})];
    case 'literal':
      return ['in', ...(definition.values ?? [])];
    case 'union':
      return union((definition.options ?? []).map(shapeOf));
    case 'pipe':
      // The client leaves what a codec would decode as it is sent.
      return part('reverseTransform' in definition ? definition.in : definition.out);
    case 'string':
      return isDateTime(definition) ? 'date-time' : 'text';
    case 'number':
      return definition.format === 'safeint' ? (isPositive(definition) ? 'positive' : 'int') : 'number';
    case 'boolean':
      return 'boolean';
    // What came as JSON is JSON, and what a transform gives cannot be seen in its schema.
    case 'lazy':
    case 'unknown':
    case 'transform':
      return 'any';
    default:
      throw new Error(`the client cannot read a result of type ${definition.type}`);
  }
};

const entryOf = ({ route, method, query, body, repeat, longest, result }: Operation): ContractEntry => ({
  route,
  ...(query === undefined ? {} : { query: Object.keys(query.shape) }),
  ...(body === undefined ? {} : { body: true }),
  ...(repeat === (method === 'GET' ? 'freely' : 'by-key') ? {} : { repeat }),
  ...(longest === undefined ? {} : { longest }),
  result: typeof result === 'string' ? 'file' : shapeOf(result),
});

const quoted = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, '$1:')
    .replace(/"/g, "'");

/** The table from which the client works: with zod and its schemas a page would load five times as much. */
export const makeContract = (): string => {
  const entries = Object.values<Operation>(operations).map((operation) => `  ${operation.name}: ${quoted(entryOf(operation))},`);
  return `// Made from the contract (packages/domain/src/contract) by \`pnpm openapi\`; do not edit.
// biome-ignore-all format: one line for each operation
import type { OperationName } from '@assay/domain';
import type { ContractEntry, Shape } from './shape.ts';

export const contract: Readonly<Record<OperationName, ContractEntry>> = {
${entries.join('\n')}
};

export const callbackBody: Shape = ${quoted(fieldsOf(definitionOf(CallbackBody)))};
`;
};
