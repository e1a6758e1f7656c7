import type { createDocument } from 'zod-openapi';
import { commonFields } from './common-fields.ts';
import { pageShapes } from './page-shapes.ts';

/** What is read and written here of the document, which is plain JSON by now. */
type Json = {
  description?: string;
  $ref?: string;
  properties?: Record<string, Json>;
  [field: string]: unknown;
};
type Parameter = Json & { in?: string; name: string; schema?: Json };
type OpenApi = ReturnType<typeof createDocument>;

/**
 * Removes what zod says and no reader needs: limits of safe integers, and where a schema has a type of its own what the text has that it is
 * read from.
 */
export const removeWhatOnlyZodMeans = (part: unknown): void => {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as Record<string, unknown>;
  if (schema.type !== undefined) delete schema.anyOf;
  if (schema.$ref !== undefined) delete schema.additionalProperties;
  if (schema.type === 'integer') for (const ofText of ['pattern', 'maxLength']) delete schema[ofText];
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  for (const inner of Object.values(part)) removeWhatOnlyZodMeans(inner);
};

// The cast holds: a document that was made has nothing but JSON in it.
const schemasOf = ({ components }: OpenApi) => (components?.schemas ?? {}) as Readonly<Record<string, Json>>;

/** Writes the words of `pageShapes` into the document's schemas, and those of common fields where their schemas say nothing. */
export const describeFields = (document: OpenApi): void => {
  const ofPage: Readonly<Record<string, { readonly fields: Readonly<Record<string, string | undefined>> }>> = pageShapes;
  for (const [id, { properties = {} }] of Object.entries(schemasOf(document)))
    for (const [name, property] of Object.entries(properties)) {
      const description = ofPage[id]?.fields[name] ?? property.description ?? commonFields[name];
      if (description !== undefined) property.description = description;
    }
};

/** The same for the query of an operation, with the values of its example. */
export const describeQuery = (
  document: OpenApi,
  operation: { readonly name: string; readonly path: string; readonly method: string },
  examples: Readonly<Record<string, unknown>>,
): void => {
  // The cast holds for the same reason; what refers to a component has no `in`.
  const methods = document.paths?.[operation.path] as Readonly<Record<string, { parameters?: Parameter[] }>> | undefined;
  for (const parameter of methods?.[operation.method.toLowerCase()]?.parameters ?? []) {
    if (parameter.in !== 'query') continue;
    const { name, schema } = parameter;
    const description = parameter.description ?? schema?.description ?? commonFields[name];
    if (description !== undefined) parameter.description = description;
    if (schema !== undefined) delete schema.description;
    if (examples[name] !== undefined)
      parameter.example = schema?.type === 'integer' || schema?.type === 'number' ? Number(examples[name]) : examples[name];
  }
};
