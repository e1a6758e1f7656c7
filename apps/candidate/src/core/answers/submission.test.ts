import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';
import { minute, retryAfterSeconds } from '../testing/fake-server.ts';

const hour = 60 * minute;

describe('the deadline', () => {
  it('submits automatically, and what was typed last still counts', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { page } = await begin();
    await world.advance((server.state.deadline ?? 0) - world.now() - 100);
    page.edit(1, 'at the last moment');
    await world.advance(1_000);
    await world.until(() => page.screenName() === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'at the last moment' });
    expect(page.remaining.value).toBe(0);
  });

  it('without a network waits for one as long as saves count, then submits when it is back', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { browser, page } = await begin();
    browser.setOnline(false);
    page.edit(1, 'unsent');
    await world.advance((server.state.deadline ?? 0) - world.now() + 10_000);
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'deadline', offline: true });
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'unsent' });
  });

  it('with a failing server is retried every few seconds, as only half a minute is left', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { page } = await begin();
    server.state.network = () => 'fault';
    page.edit(1, 'unsent');
    await world.advance((server.state.deadline ?? 0) - world.now() + 15_000);
    server.state.network = () => 'fine';
    await world.until(() => page.screenName() === 'completed', 5_000);
    expect(stored()).toEqual({ 1: 'unsent' });
  });

  it('ends without what cannot be saved once the server has closed the attempt', async () => {
    const { world, begin, server } = arrangeAttempt();
    const { page } = await begin();
    server.state.refusing = (request) => (request.startsWith('PUT') ? '503.1' : undefined);
    page.edit(1, 'never saved');
    await world.advance((server.state.deadline ?? 0) - world.now() + 30_000);
    expect(page.screenName()).toBe('submitting');
    await world.until(() => page.screenName() === 'completed', 30_000);
    expect([server.state.status, page.undelivered.value]).toEqual(['Completed', [1]]);
  });

  it('passed long ago without a network is submitted when there is one', async () => {
    const { world, begin, server } = arrangeAttempt();
    const { browser, page } = await begin();
    browser.setOnline(false);
    page.edit(1, 'too late');
    await world.advance(2 * hour);
    expect(page.screenName()).toBe('submitting');
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', 2_000);
    expect([server.state.status, server.state.answers.size]).toEqual(['Completed', 0]);
  });

  it('that passed while the device slept is noticed when it wakes', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { browser, page } = await begin();
    page.edit(1, 'before the lid was shut');
    browser.setVisible(false);
    await world.advance(1_000);
    await world.sleep(2 * hour);
    browser.setVisible(true);
    await world.until(() => page.screenName() === 'completed', 5_000);
    expect([server.state.status, stored()]).toEqual(['Completed', { 1: 'before the lid was shut' }]);
  });

  it.each([hour, -hour])('a device clock that is set by %i ms moves neither the time left nor the deadline', async (jump) => {
    const { world, device, begin, server } = arrangeAttempt();
    const { page } = await begin();
    await world.advance(10 * minute);
    const left = page.remaining.value;
    device.clockSkew += jump;
    await world.advance(10_000);
    expect(Math.abs(left - 10_000 - page.remaining.value)).toBeLessThan(1_100);
    expect(page.clockOffset.value).toBe(jump);
    expect(page.screenName()).toBe('running');
    const end = server.state.deadline ?? 0;
    await world.advance(end - world.now() - 1_500);
    expect(page.screenName()).toBe('running');
    await world.until(() => page.screenName() === 'completed', 4_000);
  });

  it('shows the server’s time left on a device an hour off', async () => {
    const { begin, world, server } = arrangeAttempt();
    const { page } = await begin(createDevice(-hour));
    expect(Math.abs(page.remaining.value - ((server.state.deadline ?? 0) - world.now()))).toBeLessThan(1_100);
  });
});

describe('a submit', () => {
  it('without a response is repeated until there is one', async () => {
    const { world, begin, server } = arrangeAttempt();
    const { page } = await begin();
    server.state.network = () => 'lost';
    page.press('submit');
    await world.advance(20_100);
    expect([server.state.status, page.screen.value]).toMatchObject(['Completed', { screen: 'submitting', offline: true }]);
    server.state.network = () => 'fine';
    await world.until(() => page.screenName() === 'completed', 5_000);
  });

  it('without a response is completed after a reload', async () => {
    const { world, begin, open, server } = arrangeAttempt();
    const first = await begin();
    server.state.network = () => 'lost';
    first.page.press('submit');
    await world.advance(1_000);
    first.browser.close();
    server.state.network = () => 'fine';
    expect((await open()).page.screenName()).toBe('completed');
  });

  it('never goes ahead of an answer that cannot be sent yet', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { browser, page } = await begin();
    browser.setOnline(false);
    page.edit(1, 'unsent');
    page.press('submit');
    await world.advance(5 * minute);
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'candidate', offline: true });
    browser.setOnline(true);
    await world.until(() => page.screenName() === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'unsent' });
    expect(server.state.requests.filter((request) => request === 'POST submit').length).toBe(1);
  });

  it('waits for saves that the server fails at, although it would accept the submit', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { page } = await begin();
    server.state.refusing = (request) => (request.startsWith('PUT') ? '503.1' : undefined);
    page.edit(1, 'unsent');
    page.press('submit');
    await world.advance(5 * minute);
    expect([page.screenName(), server.state.status]).toEqual(['submitting', 'In progress']);
    server.state.refusing = () => undefined;
    await world.until(() => page.screenName() === 'completed', 6_000);
    expect(stored()).toEqual({ 1: 'unsent' });
  });

  it('in one tab shows in the other', async () => {
    const { world, begin, open } = arrangeAttempt();
    const first = await begin();
    const second = await open();
    second.page.press('submit');
    await world.until(() => first.page.screenName() === 'completed');
  });
});

describe('a server that limits requests', () => {
  it('gets none before Retry-After has passed, and then everything: nothing is lost', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { page } = await begin();
    server.state.refusing = () => '429.1';
    page.edit(1, 'first');
    page.edit(2, 'second');
    await world.until(() => server.state.requests.some((request) => request.startsWith('PUT')), 2_000);
    await world.advance(100);
    const sent = server.state.requests.length;
    await world.advance(retryAfterSeconds * 1000 - 200);
    expect(server.state.requests.length).toBe(sent);
    expect([page.screenName(), stored()]).toEqual(['running', {}]);
    server.state.refusing = () => undefined;
    await world.until(() => Object.keys(stored()).length === 2, 2_000);
    expect(stored()).toEqual({ 1: 'first', 2: 'second' });
  });

  it('gets the submit again after Retry-After', async () => {
    const { world, begin, server, stored } = arrangeAttempt();
    const { page } = await begin();
    page.edit(1, 'typed');
    server.state.refusing = (request) => (request === 'POST submit' ? '429.1' : undefined);
    page.press('submit');
    await world.until(() => server.state.requests.includes('POST submit'), 2_000);
    await world.advance(100);
    const submits = () => server.state.requests.filter((request) => request === 'POST submit').length;
    await world.advance(retryAfterSeconds * 1000 - 200);
    expect([submits(), page.screenName()]).toEqual([1, 'submitting']);
    server.state.refusing = () => undefined;
    await world.until(() => page.screenName() === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'typed' });
  });
});
