import { readFile } from 'node:fs/promises';
import { type CandidateOperation, idsOf, joinOperations, takeOperations } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { createOpenApi } from './openapi.ts';
import { catalogue, wordsOf } from './reference/codes.ts';
import { refusalsOf } from './reference/refusals.ts';
import { apiOperations, titled } from './testing/routes.ts';

type Schema = {
  description?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};
type Media = { schema: Schema; example?: unknown };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; example?: unknown; $ref?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; description: string; content?: Record<string, Media> }>;
};
type Document = {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> };
  tags: { name: string }[];
  'x-tagGroups': { tags: string[] }[];
  servers: unknown;
  security: unknown;
};

// Parsed from JSON, because the JSON text is what is served and stored.
const documentOf = (url: string): Document => JSON.parse(JSON.stringify(createOpenApi(url)));

const candidateOperations: readonly CandidateOperation[] = [...Object.values(takeOperations), ...Object.values(joinOperations)];
const everyOperation = [...apiOperations, ...candidateOperations];

describe('the OpenAPI document', () => {
  const document = documentOf('http://127.0.0.1:8080');
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const find = ({ path, method }: { path: string; method: string }): Operation => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${path} is not described`);
    return operation;
  };

  it.each(everyOperation.map((one) => [`${one.method} ${one.path}`, one] as const))('describes %s', (_, route) => {
    const operation = find(route);
    expect(operation).toMatchObject({ operationId: route.name, summary: route.summary });
    expect(operation.description.length).toBeGreaterThan(30);
    const names = (place: string) => (operation.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name);
    expect(names('path').filter((name) => name !== 'token' && name !== 'key')).toEqual(idsOf(route));
    expect(names('query')).toEqual(Object.keys(route.query?.shape ?? {}));
    const ofBody = typeof route.body === 'string' ? [route.body] : route.body === undefined ? [] : ['application/json'];
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(ofBody);
    const type = typeof route.result === 'string' ? route.result : 'application/json';
    expect(Object.keys(operation.responses['200']?.content ?? {})).toEqual([type]);
  });

  it.each(everyOperation.map((one) => [`${one.method} ${one.path}`, one] as const))('lists the codes of %s', (_, route) => {
    const { responses } = find(route);
    for (const code of refusalsOf(route)) {
      const { httpStatus, statuscode, when } = wordsOf(code);
      const name = responses[httpStatus]?.$ref?.split('/').at(-1) ?? '';
      expect(document.components.responses[name]?.description).toContain(`\`${statuscode}\` ${when}`);
    }
  });

  it('has every code in its catalogue', () => {
    for (const { statuscode, when, whatToDo } of catalogue) {
      expect(document.info.description).toContain(`\`${statuscode}\``);
      expect(document.info.description).toContain(`${when} | ${whatToDo}`);
    }
  });

  it.each(documented.map((one) => [one.operationId, one] as const))('has an example request and answer of %s', (_, operation) => {
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path') expect(parameter.example, parameter.name).toBeDefined();
    for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {}))
      if (type === 'application/json') expect(example).toBeDefined();
    for (const [type, { example }] of Object.entries(operation.responses['200']?.content ?? {}))
      if (type === 'application/json') expect(example).toMatchObject({ statuscode: '200.1' });
  });

  it('has words for every parameter and every field', () => {
    const without: string[] = [];
    const walk = (schema: Schema | undefined, place: string): void => {
      if (schema === undefined) return;
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        // A `result` is described by what it refers to.
        if (property.description === undefined && property.$ref === undefined) without.push(`${place}.${name}`);
        walk(property, `${place}.${name}`);
      }
      if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${place}.*`);
      walk(schema.items, `${place}[]`);
      for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(one, place);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (schema.description === undefined) without.push(name);
      walk(schema, name);
    }
    for (const { operationId, parameters = [], requestBody, responses } of documented) {
      for (const { name, description, $ref } of parameters) if (!description && $ref === undefined) without.push(`${operationId}?${name}`);
      for (const { schema } of Object.values(requestBody?.content ?? {})) walk(schema, `${operationId} request`);
      for (const response of Object.values(responses))
        for (const { schema } of Object.values(response.content ?? {})) walk(schema, `${operationId} response`);
    }
    expect(without).toEqual([]);
  });

  it('has a name for each schema: a field has no object of its own, and no body or result is written out', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('__'))).toEqual([]);
    const inline: string[] = [];
    const walk = (schema: Schema | undefined, place: string, isNamed = false): void => {
      if (schema === undefined) return;
      if (schema.properties !== undefined && !isNamed) inline.push(place);
      for (const [name, property] of Object.entries(schema.properties ?? {})) walk(property, `${place}.${name}`);
      if (typeof schema.additionalProperties === 'object') walk(schema.additionalProperties, `${place}.*`);
      walk(schema.items, `${place}[]`);
      for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(one, place);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name, true);
    for (const { operationId, requestBody, responses } of documented) {
      walk(requestBody?.content['application/json']?.schema, `${operationId} request`);
      // The envelope is named by the operation.
      walk(responses['200']?.content?.['application/json']?.schema, `${operationId} response`, true);
    }
    expect(inline).toEqual([]);
  });

  it('uses each schema, and each refusing response, that it has', () => {
    const text = JSON.stringify(document);
    for (const [kind, components] of Object.entries({ schemas: document.components.schemas, responses: document.components.responses }))
      for (const name of Object.keys(components)) expect(text, name).toContain(`"#/components/${kind}/${name}"`);
  });

  it.each(titled(apiOperations))('says of %s whether it takes an Idempotency-Key', (_, route) => {
    const { parameters = [], responses } = find(route);
    const takesKey = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(takesKey).toBe(route.repeat === 'by-key');
    if (takesKey) expect(responses['409']).toBeDefined();
  });

  it('warns of each GET that changes something, and of no other', () => {
    const warned = documented
      .filter(({ description }) => description.includes('This GET changes something'))
      .map(({ operationId }) => operationId);
    expect(warned).toEqual(apiOperations.filter(({ method, repeat }) => method === 'GET' && repeat !== 'freely').map(({ name }) => name));
    expect(warned).toEqual(['cancelInvitation', 'reattemptInvitation']);
  });

  it('describes no other operation, and the callback as a webhook', () => {
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(everyOperation.map(({ name }) => name).sort());
    const callback = document.webhooks.completion?.post;
    expect(callback?.parameters?.map(({ name }) => name)).toEqual([
      'webhook-id',
      'webhook-sequence',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(callback?.requestBody?.content['application/json']?.schema.$ref).toBe('#/components/schemas/CompletionCallback');
  });

  it('needs the API key for what a key can call, and none for the candidate protocol', () => {
    for (const route of apiOperations) expect(find(route).security).toBeUndefined();
    for (const route of candidateOperations) expect(find(route).security).toEqual([]);
  });

  it('has each operation under one tag, and each tag in one group', () => {
    const tags = document.tags.map(({ name }) => name);
    expect(document['x-tagGroups'].flatMap((group) => group.tags)).toEqual(tags);
    for (const operation of [...documented, ...Object.values(document.webhooks).flatMap((one) => Object.values(one))]) {
      expect(operation.tags).toHaveLength(1);
      expect(tags).toContain(operation.tags[0]);
    }
  });

  it('api-v2 §9: register, report, export and list-links are deprecated, and nothing else', () => {
    expect(documented.filter(({ deprecated }) => deprecated === true).map(({ operationId }) => operationId)).toEqual([
      'listTestLinks',
      'registerCandidate',
      'registerCandidateByLink',
      'getReport',
      'getSectionReports',
      'exportReportPdf',
      'exportReportExcel',
    ]);
  });

  it('says integer of an Int that is also accepted as text', () => {
    const { accessTime, timeZoneId } = document.components.schemas.TestLinkBody?.properties ?? {};
    expect([accessTime, timeZoneId]).toEqual([
      { type: 'integer', enum: [0, 1, 2], description: expect.any(String) },
      { type: 'integer', description: expect.any(String) },
    ]);
  });

  it('has a unique name for each operation', () => {
    expect(new Set(everyOperation.map(({ name }) => name)).size).toBe(everyOperation.length);
  });

  it('is OpenAPI 3.1 for the given server, with the API key in x-api-key', () => {
    expect(documentOf('https://assay.example/tests')).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      servers: [{ url: 'https://assay.example/tests' }],
      security: [{ apiKey: [] }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
    });
  });

  it('equals docs/openapi.json (otherwise run pnpm openapi)', async () => {
    const stored = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(stored)).toEqual(document);
  });
});
