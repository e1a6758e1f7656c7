import type { CodeRunner } from '@assay/operations';
import { deferred, eventually } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const cases = ['1', '2'].map((output) => ({ input: '', output, sample: true }));
const question = { kind: 'coding', prompt: 'Print 1.', languages: ['python'], cases };
const ended = { end: 'ended', stdout: '1', stderr: '', seconds: 0.1, memory: 1 } as const;
const linesOf = (text: string): unknown[] => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));

let outcome = deferred<Awaited<ReturnType<CodeRunner['run']>>>();
let tellsAtOnce = true;
let stopped: AbortSignal | undefined;
const runner: CodeRunner = {
  offers: async () => [{ engine: 'embedded', language: 'python', version: '3', modes: ['stdio'] }],
  size: async () => 1,
  run: (_program, _owner, signal, ran) => {
    stopped = signal;
    if (tellsAtOnce) ran?.(0, ended);
    return outcome.promise;
  },
};

describe('a run of samples that is read as lines', () => {
  const service = useService({ runner });
  let key: string;
  let origin: string;
  let tests = 0;
  beforeAll(async () => {
    ({ key } = await service.mint());
    origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  let invited = { id: '', token: '' };
  const run = async (accept: string, more = {}) => {
    outcome = deferred();
    tests += 1;
    const file = { key: `t${tests}`, name: 'T', duration: 30, sections: [{ name: 'One', questions: [question] }] };
    invited = await service.register(key, await service.importTest(key, file));
    const { token } = invited;
    await service.start(token);
    return fetch(`${origin}/take/${token}/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ questionId: 1, answer: { language: 'python', source: 'print(1)' }, ...more }),
    });
  };

  it('has each case before the others have ended, and at last the usual response', async () => {
    tellsAtOnce = true;
    const response = await run('application/x-ndjson, application/json');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(linesOf(new TextDecoder().decode(first?.value))).toMatchObject([{ ran: { index: 0, verdict: 'accepted' } }]);
    outcome.resolve({ runs: [ended, ended] });
    let rest = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) rest += new TextDecoder().decode(part.value);
    expect(linesOf(rest)).toMatchObject([
      { ran: { index: 1, verdict: 'wrong-answer' } },
      { statuscode: '200.1', result: { cases: [{ verdict: 'accepted' }, { verdict: 'wrong-answer' }] } },
    ]);
  });

  it('that is refused when lines were sent says so in the last one', async () => {
    tellsAtOnce = false;
    const sent = run('application/x-ndjson');
    const response = await sent;
    // It waits in no queue that is known: so it runs.
    outcome.resolve({ refused: 'closed', message: 'x' });
    expect(linesOf(await response.text())).toMatchObject([{ ahead: null }, { statuscode: '503.1' }]);
  });

  it('that is refused at once has the usual response and status', async () => {
    const response = await run('application/x-ndjson', { questionId: 9 });
    expect([response.status, await response.json()]).toMatchObject([404, { statuscode: '404.1' }]);
  });

  it('is one response, as ever, for a client that does not ask for lines', async () => {
    tellsAtOnce = true;
    const sent = run('application/json');
    await eventually(() => expect(tests).toBe(4));
    outcome.resolve({ runs: [ended, ended] });
    const response = await sent;
    expect(await response.json()).toMatchObject({ statuscode: '200.1', result: { cases: [{}, {}] } });
  });

  it.each([
    ['is submitted', () => service.submit(invited.token)],
    ['goes on on another device', () => service.start(invited.token)],
    ['is reset', () => service.send({ method: 'POST', url: `/manage/v1/invitations/${invited.id}/reset`, key, body: {} })],
    [
      'is over its time',
      async () => {
        service.clock.advance(3_600_000);
        return { statusCode: 200 };
      },
    ],
  ])('ends with its verdicts although the attempt %s meanwhile', async (_what, change) => {
    tellsAtOnce = true;
    const response = await run('application/x-ndjson');
    expect((await change()).statusCode).toBe(200);
    outcome.resolve({ runs: [ended, ended] });
    expect(linesOf(await response.text()).at(-1)).toMatchObject({ statuscode: '200.1', result: { cases: [{}, {}] } });
  });

  it('that nobody reads ends with its connection, and its program is told to stop', async () => {
    tellsAtOnce = true;
    const response = await run('application/x-ndjson');
    await response.body?.cancel();
    await eventually(() => expect(stopped?.aborted).toBe(true));
    outcome.resolve({ runs: [ended, ended] });
  });

  it('whose program cannot be told of any more breaks off', async () => {
    tellsAtOnce = true;
    const response = await run('application/x-ndjson');
    outcome.reject(new Error('a bug'));
    await expect(response.text()).rejects.toThrow();
  });
});
