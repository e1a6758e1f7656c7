import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import { type ClientOperation, clientOperations } from './operations.ts';

type Documented = {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: object;
  /** Empty where no API key is asked for: what candidates and visitors do is no part of the client. */
  readonly security?: readonly object[];
};

const document: { paths: Record<string, Record<string, Documented>> } = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
);
const documented = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
  .filter(({ security }) => security?.length !== 0);
const operations: Readonly<Record<string, ClientOperation>> = clientOperations;
const paginators = [
  'paginateTests',
  'paginateInvitations',
  'paginateDeliveries',
  'paginateManagedTests',
  'paginateReviews',
  'paginateSubmissions',
  'paginateTimeline',
];

describe('the client', () => {
  it('has one method for each documented operation, and the paginators', () => {
    const client = createClient({ baseUrl: 'https://assay.example', apiKey: 'k' });
    expect(Object.keys(client).sort()).toEqual([...documented.map(({ operationId }) => operationId), ...paginators].sort());
  });

  it.each(documented.map((one) => [one.operationId, one] as const))(
    '%s has the documented method, path, query and body',
    (operationId, { path, method, parameters = [], requestBody }) => {
      const operation = operations[operationId];
      expect([operation?.method, operation?.path, operation?.hasBody]).toEqual([method, path, requestBody !== undefined]);
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      expect(Object.values(operation?.query ?? {}).sort()).toEqual(query.sort());
    },
  );

  it('repeats writes, cancel and reattempt with an Idempotency-Key, and never a call that the server would do twice', () => {
    const repeated = (repeat: string) => Object.keys(operations).filter((name) => operations[name]?.repeat === repeat);
    expect(repeated('never').sort()).toEqual(['createApiKey', 'rotateApiKey', 'sendSampleCallback']);
    const byKey = repeated('by-key');
    expect(byKey.filter((name) => operations[name]?.method === 'GET').sort()).toEqual(['cancelInvitation', 'reattemptInvitation']);
    // It reads by a file that is too long for a URL.
    expect(repeated('freely').filter((name) => operations[name]?.method !== 'GET')).toEqual(['previewRegrade']);
  });
});
