import { describe, expect, it } from 'vitest';
import { expectRefusal, resultOf, tokenOf, useService } from './testing/service.ts';
import { secretAnswer, secretNumber } from './testing/test-file.ts';

describe('the log, from trace level up', () => {
  const service = useService();

  it("has a line for each request, with the route's pattern", async () => {
    const before = service.logLines.length;
    const response = await service.send({ method: 'GET', url: '/v2/org/tests/1' });
    const lines = service.logLines.slice(before).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ method: 'GET', route: '/v2/org/tests/:testId', status: 401, reqId: response.headers['x-request-id'] }),
    );
  });

  it('contains no API key, token, access key, email, name or answer, whether requests succeed or fail', async () => {
    const { key, testId } = await service.mint();
    const link = await service.createLink(key, testId);
    const person = { emailId: 'ana.secret@example.com', fullName: 'Ana Geheim', callbackURL: 'https://ats.example/hook?secret=7' };
    const visitor = { emailId: 'visitor.secret@example.com', fullName: 'Vic Geheim' };
    const json = { accept: 'application/json' };
    const sessionId = 'session-of-a-page';

    const { id, token } = await service.registerByLink(key, testId, link.id, person);
    const { takeTestURL } = resultOf(await service.send({ method: 'POST', url: `/join/${link.accessKey}`, body: visitor }));
    const joined = tokenOf(String(takeTestURL));
    await service.send({ method: 'GET', url: `/join/${link.accessKey}`, headers: json });
    expectRefusal(await service.send({ method: 'POST', url: `/join/${link.accessKey}`, body: visitor }), '403.22');
    await service.send({ method: 'GET', url: `/take/${token}`, headers: { accept: 'text/html' } });
    await service.complete(token, { 1: 'b', 3: secretNumber, 4: secretAnswer });
    await service.generate();
    resultOf(await service.send({ method: 'GET', url: `/v2/org/report/${id}`, key }));
    const created = resultOf(
      await service.send({ method: 'POST', url: '/manage/v1/keys', key, body: { name: 'other', scopes: ['read'] } }),
    );

    // Requests that are refused, malformed, too long or unknown, and faults of the server.
    resultOf(await service.start(joined));
    const answer = JSON.stringify({ answer: secretAnswer, revision: 'x' });
    const path = 'answers/4';
    expectRefusal(await service.take(joined, { method: 'PUT', path, body: answer }), '400.1');
    expectRefusal(await service.take(joined, { method: 'PUT', path, body: `${answer}}` }), '400.1');
    expectRefusal(await service.take(joined, { method: 'PUT', path, body: `${secretAnswer}` }), '400.1');
    expectRefusal(await service.take(joined, { method: 'PUT', path, body: `"${secretAnswer.repeat(100_000)}"` }), '413.1');
    expectRefusal(await service.take(joined, { method: 'PUT', path, body: answer, headers: { 'content-type': 'text/plain' } }), '415.1');
    expectRefusal(await service.sendImage(joined, Buffer.from(secretAnswer)), '409.1');
    expectRefusal(await service.sendImage(joined, Buffer.from(secretAnswer), 'image/png'), '409.1');
    expectRefusal(await service.take(joined, { method: 'POST', path: 'camera', body: { state: secretAnswer } }), '400.1');
    resultOf(await service.take(joined, { method: 'POST', path: 'start', body: { sessionId } }));
    const otherSession = { answer: secretAnswer, revision: 1, sessionId: 'another-page' };
    expectRefusal(await service.take(joined, { method: 'PUT', path, body: otherSession }), '403.19');
    expectRefusal(await service.send({ method: 'DELETE', url: `/take/${joined}/attempt` }), '405.1');
    expectRefusal(await service.send({ method: 'GET', url: `/take/${joined}/nothing`, key }), '404.2');
    await service.send({ method: 'GET', url: `/take/${joined}/%zz`, key });
    expectRefusal(await service.send({ method: 'GET', url: `/take/${token}x/attempt` }), '404.1');
    const fault = new Error('a bug');
    await service.whileStoreFails(fault, async () => {
      expectRefusal(await service.save(joined, 4, secretAnswer), '500.1');
      expectRefusal(await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body: person }), '500.1');
      expectRefusal(await service.send({ method: 'POST', url: `/join/${link.accessKey}`, body: visitor }), '500.1');
    });

    const log = service.logLines.join('');
    expect(log).toContain('a bug');
    expect(log).toContain('/take/:token/answers/:questionId');
    const secrets = {
      key,
      created: String(created.apiKey),
      token,
      joined,
      accessKey: link.accessKey,
      sessionId,
      secretAnswer,
      secretNumber: String(secretNumber),
    };
    for (const [name, secret] of Object.entries({ ...secrets, ...person })) expect(log.includes(secret), name).toBe(false);
    for (const secret of Object.values(visitor)) expect(log).not.toContain(secret);
    for (const signature of [token, joined].map((one) => one.split('.')[1] ?? one)) expect(log).not.toContain(signature);
  });

  it('omits the rows that PostgreSQL quotes in its errors', async () => {
    const { key, testId } = await service.mint();
    const detail = 'Key (email_key)=(quoted.secret@example.com) already exists.';
    const fault = Object.assign(new Error('duplicate key value violates unique constraint'), { code: '23505', detail, where: detail });
    const register = {
      method: 'POST',
      url: `/v2/org/tests/${testId}/register`,
      key,
      body: { emailId: 'a@example.com', fullName: 'A' },
    } as const;
    expectRefusal(await service.whileStoreFails(fault, () => service.send(register)), '500.1');
    expect(service.logLines.join('')).toContain('23505');
    expect(service.logLines.filter((line) => line.includes('quoted.secret@example.com')).length).toBe(0);
  });
});
