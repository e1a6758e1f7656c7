import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';
import { minute } from '../testing/fake-server.ts';

const second = 1_000;

describe('an answer that was typed without a network before the deadline', () => {
  /** Goes offline `before` the deadline, types, and is `after` it when the network is back. */
  const comeBack = async (before: number, after: number) => {
    const arranged = arrangeAttempt();
    const { world, server, begin } = arranged;
    const tabStorage = new Map<string, string>();
    const { page, browser } = await begin(undefined, { tabStorage });
    const deadline = server.state.deadline ?? 0;
    await world.advance(deadline - world.now() - before);
    browser.setOnline(false);
    page.edit(1, 'typed in time');
    page.edit(2, 'this too');
    await world.advance(deadline + after - world.now());
    return { ...arranged, page, browser, deadline, tabStorage };
  };

  it.each([35 * second, 50 * second, 9 * minute])('counts when the network is back %i ms after it', async (after) => {
    const { world, page, browser, server, stored, onDevice } = await comeBack(50 * second, after);
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'deadline', offline: true });
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', 5 * second);
    expect(stored()).toEqual({ 1: 'typed in time', 2: 'this too' });
    expect(page.screen.value).toMatchObject({ answered: 2, attempt: { lateAnswers: { counted: [1, 2], notCounted: [] } } });
    expect(server.state.requests.filter((request) => request === 'POST submit')).toHaveLength(1);
    expect([await onDevice(), page.undelivered.value]).toEqual([[], []]);
  });

  it('does not count when the attempt was closed meanwhile, and the page says so; the server keeps it', async () => {
    const { world, page, browser, server, stored } = await comeBack(50 * second, 11 * minute);
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', 5 * second);
    expect([stored(), [...server.state.tooLate]]).toEqual([
      {},
      [
        [1, 'typed in time'],
        [2, 'this too'],
      ],
    ]);
    expect(page.screen.value).toMatchObject({ answered: 0, attempt: { lateAnswers: { counted: [], notCounted: [1, 2] } } });
    expect(page.undelivered.value).toEqual([]);
  });

  it('does not count when the account waits for nothing', async () => {
    const { world, page, browser, server } = await comeBack(50 * second, 35 * second);
    server.state.lateMs = 0;
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', 5 * second);
    expect(page.screen.value).toMatchObject({ attempt: { lateAnswers: { counted: [], notCounted: [1, 2] } } });
  });

  it('is sent although the page learns first that the attempt was closed', async () => {
    const { world, page, browser, server } = await comeBack(50 * second, 11 * minute);
    let isKnown = false;
    server.state.refusing = (request) => {
      if (request === 'GET attempt') isKnown = true;
      return request.startsWith('PUT') && !isKnown ? '503.1' : undefined;
    };
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', minute);
    expect([...server.state.tooLate.keys()]).toEqual([1, 2]);
  });

  it.each(['reload', 'crash'] as const)('is sent after a %s, in the name of the session that typed it', async (how) => {
    const { world, open, device, browser, stored, tabStorage } = await comeBack(2 * minute, minute);
    browser.close();
    const { page } = await open(device, how === 'reload' ? { tabStorage } : {});
    await world.until(() => page.screenName() === 'completed', 10 * second);
    expect(stored()).toEqual({ 1: 'typed in time', 2: 'this too' });
    expect(page.screen.value).toMatchObject({ attempt: { lateAnswers: { counted: [1, 2] } } });
  });

  it('that is left on the device is sent when the page is opened after the attempt was closed: the server keeps it', async () => {
    const { world, open, device, browser, server, onDevice } = await comeBack(2 * minute, minute);
    browser.close();
    await world.advance(10 * minute);
    const { page } = await open(device);
    await world.advance(second);
    expect([...server.state.tooLate.keys()]).toEqual([1, 2]);
    expect(page.screen.value).toMatchObject({ screen: 'completed', attempt: { lateAnswers: { counted: [], notCounted: [1, 2] } } });
    expect([page.undelivered.value, await onDevice()]).toEqual([[], []]);
  });

  it('is not waited for on a device that has nothing of it: it shows how the attempt ends', async () => {
    const { world, open, server, deadline } = await comeBack(2 * minute, minute);
    const { page } = await open(createDevice());
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'deadline' });
    await world.advance(deadline + 10 * minute - world.now());
    expect(server.state.status).toBe('In progress');
    await world.until(() => page.screenName() === 'completed', 30 * second);
  });
});

it('an answer that the server never got stays on the device, and the page says so', async () => {
  const { world, server, begin, onDevice, open } = arrangeAttempt();
  const { page } = await begin();
  server.state.refusing = (request) => (request === 'PUT answers/2' ? '400.1' : undefined);
  page.edit(1, 'fine');
  page.edit(2, 'refused');
  page.press('submit');
  await world.until(() => page.screenName() === 'completed');
  await world.advance(100);
  expect(page.undelivered.value).toEqual([2]);
  expect(await onDevice()).toMatchObject([{ questionId: 2, answer: 'refused' }]);
  const again = await open();
  expect([again.page.screenName(), again.page.undelivered.value]).toEqual(['completed', [2]]);
});

describe('a page that has nothing to send', () => {
  it('shows every 30 s that it reaches the server', async () => {
    const { world, server, begin } = arrangeAttempt();
    const { page } = await begin();
    const tickets = () => server.state.requests.filter((request) => request === 'POST ticket').length;
    await world.advance(5 * minute + second);
    expect(tickets()).toBe(10);
    page.edit(1, 'x');
    await world.advance(25 * second);
    expect(tickets()).toBe(10);
    await world.advance(10 * second);
    expect(tickets()).toBe(11);
  });

  it('learns by it that another device took over', async () => {
    const { world, server, begin } = arrangeAttempt();
    const { page } = await begin();
    server.state.session = 'another device';
    await world.until(() => page.screenName() === 'takenOver', 31 * second);
  });
});

describe('the time since the ticket', () => {
  it.each([
    ['goes on while the device sleeps', { sleep: 2 * minute, skew: 0 }],
    ['is not shortened by a device clock that is set back', { sleep: 0, skew: -2 * minute }],
  ])('%s', async (_, { sleep, skew }) => {
    const { world, server, device, begin, onDevice } = arrangeAttempt();
    const { page, browser } = await begin();
    await world.advance(10 * second);
    browser.setOnline(false);
    await world.sleep(sleep);
    device.clockSkew += skew;
    page.edit(1, 'x');
    await world.advance(100);
    const [record] = await onDevice();
    expect(record?.proof?.ticket).toMatch(new RegExp(`^${server.state.session}@`));
    expect(Math.abs((record?.proof?.elapsedMs ?? 0) - 10 * second - sleep)).toBeLessThan(second);
  });
});
