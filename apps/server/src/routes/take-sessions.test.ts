import { type InvitationTimeline, statuscodes } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const [here, there] = ['session-here', 'session-there'];

describe('the session of a page', () => {
  const service = useService();
  let key: string;
  let testId: string;
  let id: string;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
  });

  /** A new candidate, with the calls of their pages. */
  const candidate = async () => {
    const invited = await service.register(key, testId);
    ({ id } = invited);
    const { token } = invited;
    const body = (sessionId: unknown) => (sessionId === undefined ? {} : { body: { sessionId } });
    return {
      start: (sessionId?: unknown) => service.take(token, { method: 'POST', path: 'start', ...body(sessionId) }),
      submit: (sessionId?: unknown) => service.take(token, { method: 'POST', path: 'submit', ...body(sessionId) }),
      save: (answer: unknown, revision: number, sessionId?: unknown) =>
        service.take(token, { method: 'PUT', path: 'answers/1', body: { answer, revision, ...body(sessionId).body } }),
      leave: (sessionId?: unknown) =>
        service.take(token, {
          method: 'POST',
          path: 'events',
          body: { events: [{ type: 'left', at: new Date().toISOString() }], ...body(sessionId).body },
        }),
      attempt: () => service.take(token, { method: 'GET', path: 'attempt' }),
    };
  };
  const timeline = async () => {
    const read = await service.send({ method: 'GET', url: `/manage/v1/invitations/${id}/timeline`, key });
    return resultOf<InvitationTimeline>(read).timeline.map(({ type }) => type);
  };

  it('may save and submit if it started last; an earlier one gets 403.19, and its answers stay', async () => {
    const { start, save, submit, attempt } = await candidate();
    resultOf(await start(here));
    expect(resultOf(await save('a', 1, here))).toMatchObject({ accepted: true, answer: 'a', revision: 1 });
    expect(resultOf(await start(there))).toMatchObject({ status: 'In progress', answers: [{ questionId: 1, answer: 'a', revision: 1 }] });
    expect(expectRefusal(await save('b', 2, here), '403.19')).toMatch(/another tab or on another device/);
    expectRefusal(await submit(here), '403.19');
    expect(resultOf(await attempt())).toMatchObject({ status: 'In progress', answers: [{ answer: 'a', revision: 1 }] });
    expect(resultOf(await save('c', 2, there))).toMatchObject({ accepted: true });
    expect(resultOf(await submit(there))).toMatchObject({ status: 'Completed' });
    expect(await timeline()).toEqual(['invitation.registered', 'attempt.started', 'attempt.taken-over', 'attempt.completed']);
  });

  it('takes over again if it starts again; a reload of the same page does not take over', async () => {
    const { start, save } = await candidate();
    for (const sessionId of [here, here, there, here]) resultOf(await start(sessionId));
    resultOf(await save('a', 1, here));
    expectRefusal(await save('b', 2, there), '403.19');
    expect((await timeline()).filter((type) => type === 'attempt.taken-over')).toHaveLength(2);
  });

  it('is optional: a client that never names one starts, saves and submits', async () => {
    const { start, save, submit } = await candidate();
    resultOf(await start());
    expect(resultOf(await save('a', 1))).toMatchObject({ accepted: true });
    expect(resultOf(await submit())).toMatchObject({ status: 'Completed' });
  });

  it('is required once the attempt has one, until a start without one takes over', async () => {
    const { start, save, leave, submit } = await candidate();
    resultOf(await start(here));
    for (const response of [await save('a', 1), await leave(), await submit()]) expectRefusal(response, '403.19');
    resultOf(await start());
    expect(resultOf(await save('a', 1))).toMatchObject({ accepted: true });
    expect(resultOf(await leave())).toEqual({ recorded: 1 });
    for (const response of [await save('b', 2, here), await leave(here), await submit(here)]) expectRefusal(response, '403.19');
    expect(await timeline()).toEqual(['invitation.registered', 'attempt.started', 'attempt.taken-over']);
  });

  it('does not matter after completion: submitting again returns the same, and saving is 403.17', async () => {
    const { start, save, submit } = await candidate();
    resultOf(await start(here));
    resultOf(await start(there));
    const submitted = (await submit(there)).json();
    expect((await submit(here)).json()).toEqual(submitted);
    expectRefusal(await save('a', 1, there), '403.17');
  });

  it('applies to one attempt: after a reset any page may start', async () => {
    const { start, save } = await candidate();
    resultOf(await start(here));
    resultOf(await service.send({ method: 'POST', url: `/manage/v1/invitations/${id}/reset`, key }));
    resultOf(await start(there));
    resultOf(await save('a', 1, there));
    expectRefusal(await save('b', 2, here), '403.19');
  });

  it.each([
    ['of 7 characters', 'x'.repeat(7)],
    ['of 101 characters', 'x'.repeat(101)],
    ['that is a number', 12_345_678],
    ['that is an object', {}],
  ])('%s is 400.1 with the field name, on start, save and submit', async (_, sessionId) => {
    const { start, save, submit, attempt } = await candidate();
    expect(expectRefusal(await start(sessionId), '400.1')).toMatch(/^sessionId: /);
    expect(resultOf(await attempt())).toMatchObject({ status: 'Pending' });
    resultOf(await start());
    expect(expectRefusal(await save('a', 1, sessionId), '400.1')).toMatch(/^sessionId: /);
    expect(expectRefusal(await submit(sessionId), '400.1')).toMatch(/^sessionId: /);
    expect(resultOf(await attempt())).toMatchObject({ status: 'In progress', answers: [] });
  });

  it('may be 8 to 100 characters', async () => {
    const { start } = await candidate();
    for (const length of [8, 100]) resultOf(await start('x'.repeat(length)));
  });

  it('is in no response, so that reading an attempt does not give the right to save', async () => {
    const { start, save, attempt, submit } = await candidate();
    const bodies = [await start(here), await save('a', 1, here), await attempt(), await save('b', 2, there), await submit(here)];
    expect(bodies.map(({ body }) => body).join()).not.toContain(here);
  });
});

it('403.19 is the catalogue entry of an attempt that was taken over', () => {
  expect(statuscodes['take.taken-over']).toBe('403.19');
});
