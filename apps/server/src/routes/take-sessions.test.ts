import { describe, expect, it } from 'vitest';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const [here, there] = ['session-here', 'session-there'];

describe('the session of a page', () => {
  const service = useService();

  it('is read from every body and is in no response: an earlier page is 403.19, and reading an attempt does not give the right to save', async () => {
    const { key, testId } = await service.mint();
    const { token } = await service.register(key, testId);
    const post = (path: string, sessionId: string, body = {}) =>
      service.take(token, { method: 'POST', path, body: { ...body, sessionId } });
    const save = (answer: string, revision: number, sessionId: string) =>
      service.take(token, { method: 'PUT', path: 'answers/1', body: { answer, revision, sessionId } });
    const leave = (sessionId: string) => post('events', sessionId, { events: [{ type: 'left', at: new Date().toISOString() }] });

    const accepted = [await post('start', here), await save('a', 1, here), await post('start', there), await save('b', 2, there)];
    const refused = [await save('c', 3, here), await leave(here), await post('submit', here)];
    accepted.push(await leave(there), await post('submit', there));
    for (const response of accepted) resultOf(response);
    for (const response of refused) expect(expectRefusal(response, '403.19')).toMatch(/another tab or on another device/);
    const bodies = [...accepted, ...refused].map(({ body }) => body).join();
    for (const sessionId of [here, there]) expect(bodies).not.toContain(sessionId);
  });
});
