import { encodeFailure, FailureEnvelope, httpStatusOf, type RefusalCode, refusal, refusalCodes, successEnvelope } from '@assay/domain';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { ApiRoute } from './routes/api-route.ts';
import { manageRoutes } from './routes/manage.ts';
import { v2Routes } from './routes/v2.ts';

const everyRoute: readonly RefusalCode[] = [
  'request.invalid',
  'request.unauthenticated',
  'request.forbidden',
  'service.fault',
  'service.unavailable',
];

const descriptions: Record<string, string> = {
  testId: 'Test identifier (Int64).',
  testLinkId: 'Test link identifier (Int64).',
  testInvitationId: 'Invitation identifier (Int64).',
  keyId: 'API key identifier (Int64).',
  deliveryId: 'Delivery identifier (Int64).',
  imageId: 'Image identifier (Int64).',
};

const Failure = FailureEnvelope.check(
  z.meta({ id: 'Failure', description: 'Every failure. `result` is one sentence that says what to do.' }),
);

/** One response per HTTP status, listing the statuscodes that share it. */
const failures = (codes: readonly RefusalCode[]) => {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of codes) {
    const status = httpStatusOf(refusalCodes[code].statuscode);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => {
        const unique = [...new Map(group.map((code) => [refusalCodes[code].statuscode, code])).values()];
        return [
          `${status}` as `${1 | 2 | 3 | 4 | 5}${string}`,
          {
            description: unique.map((code) => `\`${refusalCodes[code].statuscode}\` ${refusalCodes[code].description}`).join('; '),
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
 * zod bounds every integer by what a number carries exactly, which tells a reader nothing. Where `meta.override` states a type, the
 * wider input it was inferred from goes.
 */
const asDocumented: NonNullable<Parameters<typeof createDocument>[1]>['override'] = ({ jsonSchema }) => {
  if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
  if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

const operation = (route: ApiRoute): ZodOpenApiOperationObject => {
  const names = [...route.url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const path = z.object(
    Object.fromEntries(
      names.map((name) => [
        name,
        z.int().meta({ description: descriptions[name] ?? name, override: { type: 'integer', format: 'int64' } }),
      ]),
    ),
  );
  const success =
    typeof route.result === 'string'
      ? { description: 'The file.', content: { [route.result]: { schema: { type: 'string' as const, format: 'binary' } } } }
      : { description: 'The request has succeeded.', content: { 'application/json': { schema: successEnvelope(route.result) } } };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    requestParams: { ...(names.length > 0 ? { path } : {}), ...(route.query === undefined ? {} : { query: route.query }) },
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: route.optionalBody !== true, content: { 'application/json': { schema: route.body } } } }),
    responses: { '200': success, ...failures([...everyRoute, ...route.refusals]) },
  };
};

/** OpenAPI 3.1 of API v2 and the management API, generated from the tables of routes and the domain's schemas. */
export const makeOpenApi = (serverUrl: string): ReturnType<typeof createDocument> => {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of [...v2Routes, ...manageRoutes]) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
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
