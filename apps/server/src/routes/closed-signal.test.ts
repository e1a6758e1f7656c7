import type { AddressInfo } from 'node:net';
import { deferred } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const coding = { kind: 'coding', prompt: 'Print 1.', languages: ['python'], cases: [{ input: '', output: '1', sample: true }] };
const file = (name: string, question: object) => ({ key: name, name, duration: 30, sections: [{ name: 'One', questions: [question] }] });

/** What a program that never ends leaves, when it is ended. */
let began = deferred();
let ended = deferred();
const runner = {
  offers: async () => [{ engine: 'embedded', language: 'python', version: '3', modes: ['stdio'] } as const],
  size: async () => 1,
  run: (_program: unknown, _owner: unknown, signal?: AbortSignal) =>
    new Promise<{ refused: string; message: string }>((resolve) => {
      signal?.addEventListener('abort', () => {
        ended.resolve();
        resolve({ refused: 'aborted', message: 'Nobody waits' });
      });
      began.resolve();
    }),
};

describe('a program that is run for a caller who closes the connection', () => {
  const service = useService({ runner });
  let key: string;
  let origin: string;
  beforeAll(async () => {
    ({ key } = await service.mint());
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  });

  /** Sends it, and closes the connection once a program runs. */
  const leave = async (path: string, body: object, headers: Record<string, string> = {}) => {
    began = deferred();
    ended = deferred();
    const leaving = new AbortController();
    const sent = fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: leaving.signal,
    });
    await began.promise;
    leaving.abort();
    await expect(sent).rejects.toThrow();
    await ended.promise;
  };

  it('ends: a run of samples', async () => {
    const testId = await service.importTest(key, file('runs', coding));
    const { token } = await service.register(key, testId);
    await service.start(token);
    await leave(`/take/${token}/runs`, { questionId: 1, answer: { language: 'python', source: 'while True: pass' } });
  });

  it('ends: the solution of a test file', async () => {
    const question = { ...coding, solution: { python: 'while True: pass' } };
    await leave('/manage/v1/tests', file('import', question), { 'x-api-key': key });
  });
});
