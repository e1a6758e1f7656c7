import { bodyLimits, type CandidateOperation, joinOperations, type Operation, takeOperations } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOperations, pathOf } from '../testing/routes.ts';
import { type Call, expectRefusal, useService } from '../testing/service.ts';

const service = useService();
let key: string;
let params: Record<string, string>;

beforeAll(async () => {
  const minted = await service.mint();
  key = minted.key;
  const { accessKey } = await service.createLink(key, minted.testId);
  const { token } = await service.register(key, minted.testId);
  // No such key: the service's own would be rotated and revoked.
  params = { testId: minted.testId, token, key: accessKey, keyId: '4503599627370496' };
});

const writes: readonly (Operation | CandidateOperation)[] = [
  ...apiOperations,
  ...Object.values(takeOperations),
  ...Object.values(joinOperations),
].filter(({ method }) => method !== 'GET');

/** JSON of exactly so many bytes: the white space after it counts. */
const sized = (bytes: number): string => '{}'.padEnd(bytes);

const call = ({ method, path, body }: Operation | CandidateOperation, bytes: number) =>
  service.send({
    method: method as Call['method'],
    url: pathOf(path, params),
    key,
    ...(typeof body === 'string' ? { body: Buffer.alloc(bytes), headers: { 'content-type': body } } : { body: sized(bytes) }),
  });

describe('the body limit of a route', () => {
  it.each(writes.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s: a body is read up to its limit; one byte more is 413.1',
    async (_, operation) => {
      expect((await call(operation, operation.bodyLimit)).statusCode).not.toBe(413);
      expectRefusal(await call(operation, operation.bodyLimit + 1), '413.1');
    },
  );

  it.each(['/healthz', '/metrics', '/docs', '/nowhere', '/v2/org/tests'])(
    'POST %s, which is no operation: the usual limit',
    async (url) => {
      expectRefusal(await service.send({ method: 'POST', url, body: sized(bodyLimits.usual + 1) }), '413.1');
    },
  );

  // Written down a second time on purpose: everything else that tests a limit takes it from the contract.
  it('16 KiB, and more only where a field needs it', () => {
    const larger = [...apiOperations, ...writes].filter(({ bodyLimit }) => bodyLimit !== 16 * 1024);
    expect(Object.fromEntries(larger.map(({ name, bodyLimit }) => [name, bodyLimit / 1024]))).toEqual({
      registerCandidate: 32,
      registerCandidateByLink: 32,
      inviteCandidate: 32,
      gradeReview: 32,
      savePlace: 32,
      saveImage: 60,
      saveFile: 10 * 1024,
      saveAnswer: 512,
      updateAccount: 128,
      recordEvents: 512,
      runCode: 7 * 1024,
      recordEdits: 1024,
      importTest: 16 * 1024,
      previewRegrade: 16 * 1024,
      inviteCandidates: 16 * 1024,
    });
  });
});
