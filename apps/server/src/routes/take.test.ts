import { type CandidateOperation, formatUtcDateTime, takeOperations } from '@assay/domain';
import { smallestCandidateBodies } from '@assay/operations/testing';
import { day, hour, minute } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../testing/routes.ts';
import { type Call, expectRefusal, resultOf, type Service, tokenOf, useService } from '../testing/service.ts';
import { rightAnswers, secretAnswer, secretNumber } from '../testing/test-file.ts';

/** Every operation with its smallest body, without the part of the path that holds the token. */
const calls = Object.values<CandidateOperation>(takeOperations).map(
  ({ name, method, path, body }): Omit<Call, 'url'> & { path: string } => ({
    method,
    path: pathOf(path.slice('/take/{token}/'.length)),
    ...(typeof body === 'string'
      ? { body: Buffer.alloc(1), headers: { 'content-type': body } }
      : { body: (smallestCandidateBodies as Readonly<Record<string, object>>)[name] }),
  }),
);

describe('the token', () => {
  const service = useService();
  let key: string;
  let testId: string;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
  });

  it('is 404.1 if it is unknown or changed, and needs no x-api-key if it is valid, on every path', async () => {
    const { token } = await service.register(key, testId);
    const { token: other } = await service.register(key, testId);
    const [payload = '', signature = ''] = token.split('.');
    const [otherPayload = '', otherSignature = ''] = other.split('.');
    const parts = payload.split('-');
    const tampered = [
      'x',
      payload,
      `${payload}.`,
      `${payload}.${otherSignature}`,
      `${otherPayload}.${signature}`,
      `${[parts[0], parts[1], '2'].join('-')}.${signature}`,
      `${['2', parts[1], parts[2]].join('-')}.${signature}`,
      `0${payload}.${signature}`,
      `${payload.toUpperCase()}_.${signature}`,
      `${payload}.${signature.slice(0, -1)}`,
      `${payload}.${signature}A`,
      `${payload}.${'A'.repeat(signature.length)}`,
      `${token}%00`,
      `${token}%0a`,
    ];
    resultOf(await service.start(token));
    for (const [index, { path, ...call }] of calls.entries()) {
      // An address of its own: wrong tokens are counted by address.
      const take = (one: string) => service.take(one, { ...call, path, remoteAddress: `10.0.0.${index}` });
      const refused = await Promise.all(tampered.map(async (wrong) => (await take(wrong)).json()));
      const { result } = refused[0];
      expect([path, ...refused]).toEqual([path, ...tampered.map(() => expect.objectContaining({ statuscode: '404.1', result }))]);
      // Not every call fits this attempt, but each finds it.
      const own = await take(token);
      expect([path, own.statusCode]).toEqual([path, expect.toBeOneOf([200, 400, 403, 404, 409])]);
      expect([path, own.json().result]).not.toEqual([path, result]);
    }
  });

  it('is enough even if a wrong API key is sent', async () => {
    const { token } = await service.register(key, testId);
    resultOf(await service.take(token, { method: 'POST', path: 'start', key: 'assay_unknown' }));
  });
});

describe('each refusal has its own subcode', () => {
  const service = useService();
  const start = service.clock.now;
  const dates = (from: number, to: number) => ({ startDateTime: formatUtcDateTime(from), endDateTime: formatUtcDateTime(to) });
  let key: string;
  let testId: string;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
  });
  const byLink = async (changes: Record<string, unknown>) => {
    const link = await service.createLink(key, testId, changes);
    return { link, ...(await service.registerByLink(key, testId, link.id)) };
  };
  const accessOf = async (token: string) => resultOf(await service.take(token, { method: 'GET', path: 'attempt' })).access;

  it('not open: 403.11, and the state contains the opening time', async () => {
    const { token } = await byLink({ accessTime: 1, ...dates(start + hour, start + 2 * hour) });
    expect(expectRefusal(await service.start(token), '403.11')).toContain(formatUtcDateTime(start + hour));
    expect(await accessOf(token)).toEqual({ state: 'not-open', opensAt: new Date(start + hour).toISOString() });
  });

  it('closed: 403.12, and the state contains the closing time', async () => {
    const { token } = await byLink({ accessTime: 1, ...dates(start - 2 * hour, start - hour) });
    expect(expectRefusal(await service.start(token), '403.12')).toContain(formatUtcDateTime(start - hour));
    expect(await accessOf(token)).toEqual({ state: 'closed', closedAt: new Date(start - hour).toISOString() });
  });

  it('outside the slot: 403.13, and the state contains the next opening time', async () => {
    const { token } = await byLink({ accessTime: 2, ...dates(start - day - 2 * hour, start + 2 * day - hour) });
    expect(expectRefusal(await service.start(token), '403.13')).toContain(formatUtcDateTime(start + day - 2 * hour));
    expect(await accessOf(token)).toEqual({ state: 'outside-slot', opensAt: new Date(start + day - 2 * hour).toISOString() });
  });

  it('inactive link: 403.14', async () => {
    const { token, link } = await byLink({});
    const body = { testLinkName: 'Spring', accessTime: 0, timeZoneId: 190, testLinkStatus: 3 };
    resultOf(await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/testlinks/${link.id}`, key, body }));
    expectRefusal(await service.start(token), '403.14');
    expect(await accessOf(token)).toEqual({ state: 'inactive' });
  });

  it('cancelled: 403.15, on every call', async () => {
    const { token, id } = await service.register(key, testId);
    resultOf(await service.send({ method: 'GET', url: `/v2/org/testinvitation/${id}/cancel`, key }));
    for (const call of calls) expectRefusal(await service.take(token, call), '403.15');
  });

  it('deadline passed: 403.16 with the deadline', async () => {
    const { token } = await service.register(key, testId);
    const { deadline } = resultOf(await service.start(token));
    service.clock.advance(60 * minute + 30_001);
    const passed = String(deadline).slice(0, 19);
    expect(expectRefusal(await service.save(token, 1, 'a'), '403.16')).toContain(passed);
    expect(expectRefusal(await service.start(token), '403.16')).toContain(passed);
  });

  it('completed: 403.17', async () => {
    const { token } = await service.register(key, testId);
    await service.complete(token);
    expectRefusal(await service.save(token, 1, 'a', 2), '403.17');
    expectRefusal(await service.start(token), '403.17');
    expectRefusal(await service.take(token, { method: 'POST', path: 'events', body: { events: [{ type: 'left', at: 0 }] } }), '403.17');
    expectRefusal(await service.take(token, { method: 'POST', path: 'camera', body: { state: 'lost' } }), '403.17');
  });

  it('superseded: 403.18', async () => {
    const person = { emailId: 'superseded@example.com', fullName: 'Ana' };
    const { token, id } = await service.register(key, testId, person);
    resultOf(await service.send({ method: 'GET', url: `/v2/org/testinvitation/${id}/cancel`, key }));
    const again = await service.register(key, testId, person);
    expect(again.id).toBe(id);
    for (const call of calls) expectRefusal(await service.take(token, call), '403.18');
    resultOf(await service.start(again.token));
  });

  it('not started: 409.1', async () => {
    const { token } = await service.register(key, testId);
    expectRefusal(await service.save(token, 1, 'a'), '409.1');
    expectRefusal(await service.submit(token), '409.1');
    expectRefusal(await service.take(token, { method: 'POST', path: 'camera', body: { state: 'granted' } }), '409.1');
  });
});

describe('saving answers over HTTP', () => {
  const service = useService();
  const started = async () => {
    const { key, testId } = await service.mint();
    const { token } = await service.register(key, testId);
    resultOf(await service.start(token));
    return token;
  };

  it('an older revision never overwrites a newer one, and the response contains the stored answer', async () => {
    const token = await started();
    expect(resultOf(await service.save(token, 1, 'a', 2))).toMatchObject({ accepted: true, answer: 'a', revision: 2 });
    expect(resultOf(await service.save(token, 1, 'b', 1))).toMatchObject({ accepted: false, answer: 'a', revision: 2 });
    expect(resultOf(await service.save(token, 1, 'b', 2))).toMatchObject({ accepted: false, answer: 'a', revision: 2 });
    expect(resultOf(await service.save(token, 1, 'a', 2))).toMatchObject({ accepted: true, answer: 'a', revision: 2 });
    expect(resultOf(await service.save(token, 1, null, 3))).toMatchObject({ accepted: true, answer: null, revision: 3 });
  });

  it('an unknown question is 404.1, a malformed id 400.1', async () => {
    const token = await started();
    for (const questionId of ['5', '0', '9223372036854775807']) expectRefusal(await service.save(token, questionId, 'a'), '404.1');
    for (const questionId of ['one', '1.5'])
      expect(expectRefusal(await service.save(token, questionId, 'a'), '400.1')).toContain('questionId: ');
  });

  it.each([
    [1, ['a']],
    [1, 'z'],
    [1, 5],
    [2, 'a'],
    [2, ['z']],
    [3, 'many'],
    [4, 5],
    [4, { text: 'x' }],
  ])('an answer of the wrong kind is 400.1 with the field name: question %i, %j', async (questionId, answer) => {
    expect(expectRefusal(await service.save(await started(), questionId, answer), '400.1')).toMatch(/^answer: /);
  });

  it('submitting again returns the same', async () => {
    const token = await started();
    const first = await service.submit(token);
    service.clock.advance(minute);
    expect((await service.submit(token)).json()).toEqual(first.json());
  });
});

describe('the key of a question', () => {
  const service = useService();

  it('is in no response of the candidate protocol', async () => {
    const { key, testId } = await service.mint();
    const { id, token } = await service.register(key, testId);
    const bytes: string[] = [];
    const record = async (response: ReturnType<Service['send']>) => {
      const { body, headers } = await response;
      bytes.push(body, JSON.stringify(headers));
      return response;
    };
    const state = () => record(service.take(token, { method: 'GET', path: 'attempt' }));
    await state();
    const started = resultOf<{ questions: Record<string, unknown>[] }>(await record(service.start(token)));
    await state();
    for (const answer of ['a', 'b', 'c']) await record(service.save(token, 1, answer, 1));
    await record(service.save(token, 4, 'wrong'));
    await record(service.take(token, { method: 'POST', path: 'events', body: { events: [{ type: 'left', at: 0 }] } }));
    await record(service.take(token, { method: 'POST', path: 'camera', body: { state: 'lost' } }));
    await record(service.submit(token));
    await service.generate();
    await state();
    resultOf(await service.send({ method: 'POST', url: `/manage/v1/invitations/${id}/reset`, key }));
    await state();
    await record(service.start(token));

    expect(bytes.join('\n')).not.toMatch(new RegExp(`${secretAnswer}|paname|${secretNumber}|correct|tolerance|0\\.0625`, 'i'));
    const fields = new Set(started.questions.flatMap((question) => Object.keys(question)));
    expect([...fields].sort()).toEqual(['html', 'kind', 'marks', 'options', 'penalty', 'prompt', 'questionId', 'section']);
    // The test file contains the strings that are looked for.
    expect(JSON.stringify(rightAnswers)).toContain(secretAnswer);
  });

  it('options have only an id, a text and its HTML', async () => {
    const { key, testId } = await service.mint();
    const { token } = await service.register(key, testId);
    const { questions } = resultOf<{ questions: { options?: object[] }[] }>(await service.start(token));
    for (const option of questions.flatMap(({ options = [] }) => options))
      expect(Object.keys(option).sort()).toEqual(['html', 'optionId', 'text']);
  });
});

describe.each([
  ['a path prefix', 'https://assay.example/tests'],
  ['a port', 'http://assay.example:8443'],
])('absolute URLs come from the public URL with %s, never from a header', (_, publicUrl) => {
  const service = useService({ publicUrl, trustProxy: true });
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  };

  it('in register, by link, reattempt, join and the management API', async () => {
    const { key, testId } = await service.mint();
    const link = await service.createLink(key, testId);
    const urls: string[] = [];
    const bodies: string[] = [];
    const call = async (one: Call, field: string) => {
      const response = await service.send({ ...one, key, headers: { ...headers, ...one.headers } });
      const result = resultOf(response);
      bodies.push(response.body);
      urls.push(String(result[field]));
      return result;
    };
    const person = { emailId: 'ana@example.com', fullName: 'Ana' };
    const tests = `/v2/org/tests/${testId}`;
    const { testInvitationId } = await call({ method: 'POST', url: `${tests}/register`, body: person }, 'takeTestURL');
    await call({ method: 'POST', url: `${tests}/testlinks/${link.id}/register`, body: person }, 'testUrl');
    await call({ method: 'GET', url: `/manage/v1/invitations/${testInvitationId}` }, 'takeTestURL');
    await service.complete(tokenOf(urls[0] ?? ''));
    await call({ method: 'GET', url: `/v2/org/testinvitation/${testInvitationId}/reattempt` }, 'takeTestURL');
    await call({ method: 'POST', url: `/join/${link.accessKey}`, body: { emailId: 'bea@example.com', fullName: 'Bea' } }, 'takeTestURL');
    const page = await service.send({ method: 'GET', url: `/manage/v1/tests/${testId}/invitations`, key, headers });
    bodies.push(page.body);
    for (const url of urls) expect(url).toMatch(new RegExp(`^${publicUrl}/take/[\\w.-]+$`));
    expect(bodies.join()).not.toContain('evil');
  });
});
