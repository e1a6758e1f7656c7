import { readFile } from 'node:fs/promises';
import { idsOf, statuscodes } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { createOpenApi } from './openapi.ts';
import { apiOperations, titled } from './testing/routes.ts';

type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  deprecated?: boolean;
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string; content: Record<string, unknown> }>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; servers: unknown; security: unknown };

// Parsed from JSON, because the JSON text is what is served and stored.
const documentOf = (url: string): Document => JSON.parse(JSON.stringify(createOpenApi(url)));

describe('the OpenAPI document', () => {
  const document = documentOf('http://127.0.0.1:8080');

  it.each(titled(apiOperations))('describes %s', (_, route) => {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: route.name, tags: [route.tag], summary: route.summary });
    const names = (place: string) => (operation?.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name);
    expect(names('path')).toEqual(idsOf(route));
    expect(names('query')).toEqual(Object.keys(route.query?.shape ?? {}));
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(route.body === undefined ? [] : ['application/json']);
    const type = typeof route.result === 'string' ? route.result : 'application/json';
    expect(Object.keys(operation?.responses['200']?.content ?? {})).toEqual([type]);
    const codes = ['request.unauthenticated', 'request.forbidden', ...(route.refusals ?? [])] as const;
    const descriptions = Object.values(operation?.responses ?? {}).map(({ description }) => description);
    for (const code of codes) expect(descriptions.join()).toContain(statuscodes[code]);
  });

  it.each(titled(apiOperations.filter(({ repeat }) => repeat === 'by-key')))(
    'says of %s that its Idempotency-Key may have been used with another request',
    (_, { path, method }) => {
      expect(document.paths[path]?.[method.toLowerCase()]?.responses['409']?.description).toContain(statuscodes['resource.conflict']);
    },
  );

  it('describes no other operation', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(apiOperations.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort());
  });

  it('api-v2 §9: register, report, export and list-links are deprecated, and nothing else', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(described.filter(({ deprecated }) => deprecated === true).map(({ operationId }) => operationId)).toEqual([
      'listTestLinks',
      'registerCandidate',
      'registerCandidateByLink',
      'getReport',
      'getSectionReports',
      'exportReportPdf',
      'exportReportExcel',
    ]);
  });

  it('has a unique name for each operation', () => {
    expect(new Set(apiOperations.map(({ name }) => name)).size).toBe(apiOperations.length);
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
