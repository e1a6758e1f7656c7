import type { createDocument } from 'zod-openapi';
import { commonFields } from './named-schema.ts';
import { namedSchemas } from './schemas.ts';

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
  if (schema.type === 'integer') for (const ofText of ['pattern', 'maxLength']) delete schema[ofText];
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  for (const inner of Object.values(part)) removeWhatOnlyZodMeans(inner);
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Own words first; what the schema itself says of its form follows. */
const joined = (own: string | undefined, ofSchema: string | undefined): string | undefined =>
  own === undefined && ofSchema === undefined
    ? undefined
    : [own, ofSchema]
        .filter((one) => one !== undefined)
        .map(sentence)
        .join(' ');

const describeFields = (schema: Json, fields: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const own = fields[name] ?? (property.description === undefined ? commonFields[name] : undefined);
    const description = joined(own, property.description);
    if (description !== undefined) property.description = description;
  }
};

// The cast holds: a document that was made has nothing but JSON in it.
const schemasOf = ({ components }: OpenApi) => (components?.schemas ?? {}) as Readonly<Record<string, Json>>;

/** Writes the words of `namedSchemas` into the document's schemas. Those that are sent otherwise than they are read are two. */
export const describeSchemas = (document: OpenApi, outputSuffix: string): void => {
  const schemas = schemasOf(document);
  for (const [name, { description, fields }] of Object.entries(namedSchemas)) {
    for (const schema of [schemas[name], schemas[`${name}${outputSuffix}`]]) {
      if (schema === undefined) continue;
      schema.description = description;
      describeFields(schema, fields);
    }
  }
};

const queryWords: Readonly<Record<string, string>> = {
  page_size: 'Tests per page.',
  page_no: 'Number of the page, from 1.',
  status: 'Only those with this status.',
  version: 'Number of a version; left out for the present one.',
  state: 'Only those in this state.',
  kind: 'Only those of this kind.',
  testId: 'Only those of this test.',
  testInvitationId: 'Only those of this invitation.',
  atLeast: 'How alike the programs of a pair are at least, from 0.1 to 1. Unrelated programs seldom reach 0.7.',
  'listReviews.state': 'What waits, or what is graded.',
  'listReviews.questionId': 'Only answers to this question of the test.',
  'compareCandidates.invitations': 'Ids of 1 to 10 invitations to this test, with commas between them.',
  'exportComparisonPdf.invitations': 'Ids of 1 to 10 invitations to this test, with commas between them.',
  'exportComparisonPdf.by': 'Name of the section that ranks; left out for the whole test.',
  'compareCandidates.by': 'Name of the section that ranks; left out for the whole test.',
  'listSimilarSubmissions.questionId': 'The question; left out for the first one that is answered with a program.',
  'listSimilarSubmissions.language': 'Only programs in this language.',
  'listSimilarSubmissions.limit': 'Pairs, the most alike ones.',
  'exportAnswersPdf.attempt': 'A former attempt, which a reset archived; left out for the present one.',
  'listAnswers.attempt': 'A former attempt, which a reset archived; left out for the present one.',
  'getAnswerFile.attempt': 'A former attempt, which a reset archived; left out for the present one.',
  'saveFile.name': 'Name of the file on the device, at most 255 characters, for people who read it.',
  'saveFile.sessionId': 'Identifies the page, 8 to 100 characters. The page that started last is the one that may upload.',
  'listAnswers.limit': 'Questions per page.',
  'cancelInvitation.testId': 'Test of the invitation. When it is sent and is another test, the request is refused.',
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
    const own = queryWords[`${operation.name}.${name}`] ?? queryWords[name] ?? commonFields[name];
    const description = joined(own, parameter.description ?? schema?.description);
    if (description !== undefined) parameter.description = description;
    if (schema !== undefined) delete schema.description;
    if (examples[name] !== undefined)
      parameter.example = schema?.type === 'integer' || schema?.type === 'number' ? Number(examples[name]) : examples[name];
  }
};
