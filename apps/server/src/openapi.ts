import { idsOf, pathIds, SavedAnswer, success } from '@assay/domain';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import manifest from '../package.json' with { type: 'json' };
import { catalogueTable } from './reference/codes.ts';
import { exampleAccessKey, exampleAnswer, exampleConfirmation, exampleToken } from './reference/examples.ts';
import { collectRefusals, refusalsOf } from './reference/refusals.ts';
import { type Described, described, subjects, tagGroups } from './reference/subjects.ts';
import { callbackTag, completionWebhook } from './reference/webhook.ts';
import { describeFields, describeQuery, removeWhatOnlyZodMeans } from './reference/words.ts';

const introduction = `Assay is a self-hosted service for online assessment of candidates. **API v2** lists tests, registers candidates and reads reports; the
**management API** does the rest: imports, mails, resets, deliveries, keys. What a candidate's page sends, and the callback that your server
receives, are described too.

## Requests and answers

Send your API key in the header \`x-api-key\`, and bodies as JSON. Every JSON answer is an envelope: \`statuscode\`, \`description\` and \`result\`; the HTTP
status is the class of \`statuscode\` (\`403.4\` comes with 403). An installation may be set to answer every request of \`/v2\` with HTTP 200, for old
clients: read \`statuscode\`, not the status line. Names of fields in bodies match without regard to case, and unknown ones are ignored. Ids are
integers of 64 bits, kept below 2⁵³.

API v2 sends date-times as \`YYYY-MM-DDTHH:MM:SS\`, in UTC. The management API and the candidate protocol send \`YYYY-MM-DDTHH:MM:SS.sssZ\`.

## In a browser

A page of another origin may call \`/v2\` and \`/manage/v1\` only if the operator names its origin (\`ASSAY_CORS_ORIGINS\`); by default none may. An API key in a page
can be read by everybody who opens it.

## Repeating a request

A write with a header \`Idempotency-Key\` is done once: the same request with the same key gets the first response again for 24 hours, and another
request with that key is \`409.1\`. A refusal is not stored. Use a new key for each thing you want done, and send it again after a timeout.

## Every code

On failure \`result\` is one sentence that says what is wrong.

${catalogueTable()}
`;

/** A later version may send further fields, so a response does not forbid them. */
const asDocumented: NonNullable<Parameters<typeof createDocument>[1]>['override'] = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  if (io === 'output' && def.type === 'object' && !('catchall' in def && def.catchall !== undefined))
    delete jsonSchema.additionalProperties;
  if (zodSchema === SavedAnswer.shape.savedAt) Object.assign(jsonSchema, { format: 'date-time', examples: ['2026-03-02T10:00:00.000Z'] });
};

const idempotencyKey = {
  in: 'header' as const,
  name: 'Idempotency-Key',
  description: 'Any text of at most 255 characters, new for each thing to be done. The same request with it is done once in 24 hours.',
  required: false,
  schema: { type: 'string' as const, maxLength: 255 },
  example: 'invite-ana-2026-03',
};

const describeId = (words: string): string =>
  `${/^API/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1)} identifier (Int64).`;

const credentials = {
  token: { description: 'Token of a take URL: what follows `/take/`.', example: exampleToken },
  key: { description: 'Access key of a test link or a test.', example: exampleAccessKey },
  confirmation: { description: 'Token of the mailed address: what follows `/join/confirm/`.', example: exampleConfirmation },
};

const pathParameters = ({ operation, entry }: Described) => {
  const { path } = operation;
  const name = path.startsWith('/join/confirm/')
    ? 'confirmation'
    : path.includes('{token}')
      ? 'token'
      : path.includes('{key}')
        ? 'key'
        : undefined;
  return [
    ...(name === undefined
      ? []
      : [
          {
            in: 'path' as const,
            name: name === 'key' ? name : 'token',
            required: true,
            schema: { type: 'string' as const },
            ...credentials[name],
          },
        ]),
    ...idsOf(operation).map((id) => ({
      in: 'path' as const,
      name: id,
      required: true,
      description: describeId(pathIds[id]),
      schema: { type: 'integer' as const, format: 'int64' },
      example: entry.path?.[id],
    })),
  ];
};

/** What the contract says of a call, in words after the description. */
const notesOf = (one: Described): string => {
  if (one.by === 'candidate') return 'Needs no API key.';
  const { scope, repeat } = one.operation;
  const needs = scope === 'any' ? 'Any valid key may call it.' : `Needs a key with the scope \`${scope}\`.`;
  return repeat === 'never' ? `${needs} It takes no \`Idempotency-Key\`: a repeated request does it again.` : needs;
};

const warning =
  '**This GET changes something.** API v2 defines it so. Do not let anything follow it by itself: no link, no prefetch, no retry without an ' +
  '`Idempotency-Key`. `HEAD` is refused.\n\n';

/** An answer with `200.1` and the payload. */
const succeeded = (result: z.core.$ZodType) =>
  z.object({
    statuscode: z.literal(success.statuscode).meta({ description: 'Of a success.' }),
    description: z.literal(success.description).meta({ description: 'The code in words.' }),
    result,
  });

const documentOf = (one: Described, responsesOf: ReturnType<typeof collectRefusals>['responsesOf']): ZodOpenApiOperationObject => {
  const { operation, entry, tag } = one;
  const { name, method, summary, deprecated, query, body, optionalBody, result } = operation;
  const repeat = one.by === 'key' ? one.operation.repeat : 'never';
  const example = exampleAnswer(name);
  const answer =
    typeof result === 'string'
      ? { description: 'The file.', content: { [result]: { schema: { type: 'string' as const, format: 'binary' } } } }
      : {
          description: 'The request has succeeded.',
          content: { 'application/json': { schema: succeeded(result), ...(example === undefined ? {} : { example }) } },
        };
  const sent =
    typeof body === 'string'
      ? { [body]: { schema: { type: 'string' as const, format: 'binary' } } }
      : { 'application/json': { schema: body, example: entry.body } };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${method === 'GET' && repeat === 'by-key' ? warning : ''}${entry.description}\n\n${notesOf(one)}`,
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(one.by === 'candidate' ? { security: [] } : {}),
    parameters: [...pathParameters(one), ...(repeat === 'by-key' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])],
    requestParams: query === undefined ? {} : { query },
    ...(body === undefined ? {} : { requestBody: { required: optionalBody !== true, content: sent } }),
    responses: { '200': answer, ...responsesOf(refusalsOf(operation)) },
  } as ZodOpenApiOperationObject;
};

/** Of a schema whose defaults a request may leave out and a response has. */
const outputSuffix = 'WithDefaults';

/** OpenAPI 3.1 of API v2, the management API, the candidate protocol and the callback, generated from the contract and `reference/`. */
export const createOpenApi = (serverUrl: string): ReturnType<typeof createDocument> => {
  const paths: ZodOpenApiPathsObject = {};
  const { responses, responsesOf } = collectRefusals();
  for (const one of described) {
    const { path, method } = one.operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: documentOf(one, responsesOf) };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Assay', version: manifest.version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: serverUrl }],
      security: [{ apiKey: [] }],
      tags: [...subjects.map(({ tag, words }) => ({ name: tag, description: words })), callbackTag],
      'x-tagGroups': [...tagGroups, { name: 'Callback', tags: [callbackTag.name] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'An API key of the account, as `POST /manage/v1/keys` made it.',
          },
        },
        parameters: { IdempotencyKey: idempotencyKey },
        responses,
      },
      paths,
      webhooks: { completion: completionWebhook },
    },
    { override: asDocumented, outputIdSuffix: outputSuffix },
  );
  removeWhatOnlyZodMeans(document);
  // Any value needs no more than its name; its recursion is an error (TS2502) in what openapi-typescript makes of it.
  const { JsonValue: anyJson } = document.components?.schemas ?? {};
  if (typeof anyJson === 'object') Reflect.deleteProperty(anyJson, 'anyOf');
  describeFields(document);
  for (const { operation, entry } of described) describeQuery(document, operation, entry.query ?? {});
  return document;
};
