import {
  descriptionOf,
  encodeFailure,
  FailureEnvelope,
  httpStatusOf,
  idsOf,
  type Operation,
  operations,
  pathIds,
  type RefusalCode,
  refusal,
  statuscodes,
  successEnvelope,
} from '@assay/domain';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';

const everyRoute: readonly RefusalCode[] = [
  'request.invalid',
  'request.unauthenticated',
  'request.forbidden',
  'request.rate-limited',
  'service.fault',
  'service.unavailable',
];

const Failure = FailureEnvelope.check(
  z.meta({ id: 'Failure', description: 'Every failure. `result` is one sentence that says what to do.' }),
);

/** One response per HTTP status; its description lists the statuscodes of that class. */
const failures = (codes: readonly RefusalCode[]) => {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of codes) {
    const status = httpStatusOf(statuscodes[code]);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => {
        const unique = [...new Map(group.map((code) => [statuscodes[code], code])).values()];
        return [
          `${status}` as `${1 | 2 | 3 | 4 | 5}${string}`,
          {
            description: unique.map((code) => `\`${statuscodes[code]}\` ${descriptionOf(code)}`).join('; '),
            content: {
              'application/json': {
                schema: Failure,
                examples: Object.fromEntries(
                  unique.map((code) => [code, { value: encodeFailure(refusal(code, 'What was wrong, and what to do.')) }]),
                ),
              },
            },
          },
        ];
      }),
  );
};

/**
 * Removes zod's limits of safe integers, which say nothing to a reader. Where `meta.override` sets a type, the alternatives that zod
 * inferred from the input are removed too.
 */
const asDocumented: NonNullable<Parameters<typeof createDocument>[1]>['override'] = ({ jsonSchema }) => {
  if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const describeId = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)} identifier (Int64).`;

const documentOf = (operation: Operation): ZodOpenApiOperationObject => {
  const { name, tag, summary, deprecated, query, body, optionalBody, result, repeat, refusals = [] } = operation;
  const ids = idsOf(operation);
  const path = z.object(
    Object.fromEntries(
      ids.map((id) => [id, z.int().meta({ description: describeId(pathIds[id]), override: { type: 'integer', format: 'int64' } })]),
    ),
  );
  const success =
    typeof result === 'string'
      ? { description: 'The file.', content: { [result]: { schema: { type: 'string' as const, format: 'binary' } } } }
      : { description: 'The request has succeeded.', content: { 'application/json': { schema: successEnvelope(result) } } };
  const fromPath: readonly RefusalCode[] = ids.length > 0 ? ['resource.not-found'] : [];
  // An Idempotency-Key that was used with another request.
  const fromKey: readonly RefusalCode[] = repeat === 'by-key' ? ['resource.conflict'] : [];
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(deprecated === undefined ? {} : { deprecated }),
    requestParams: { ...(ids.length > 0 ? { path } : {}), ...(query === undefined ? {} : { query }) },
    ...(body === undefined ? {} : { requestBody: { required: optionalBody !== true, content: { 'application/json': { schema: body } } } }),
    responses: { '200': success, ...failures([...everyRoute, ...fromPath, ...fromKey, ...refusals]) },
  };
};

/** OpenAPI 3.1 of API v2 and the management API, generated from the contract of every operation. */
export const createOpenApi = (serverUrl: string): ReturnType<typeof createDocument> => {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of Object.values<Operation>(operations))
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: documentOf(operation) };
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: '2.0.0',
        description:
          'Assessment Service API v2 and the management API. Every JSON answer is an envelope: `statuscode`, `description`, `result`. ' +
          'The HTTP status is the class of `statuscode`. Field names in bodies match without regard to case. A write with an ' +
          '`Idempotency-Key` header answers the same for 24 hours.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: serverUrl }],
      security: [{ apiKey: [] }],
      tags: [
        { name: 'Tests', description: 'Tests of the account.' },
        { name: 'Test links', description: 'Access points to a test, with rules for when it may be taken.' },
        { name: 'Invitations', description: 'Candidates and their attempts.' },
        { name: 'Reports', description: 'What came of an attempt.' },
        { name: 'Management', description: 'What API v2 does not have: imports, timelines, resets, deliveries, keys.' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      paths,
    },
    { override: asDocumented },
  );
};
