import { afterEach, describe, expect, it } from 'vitest';
import { arrangeAttempt, screenOf } from './testing/arrange-attempt.ts';
import { createDevice } from './testing/fake-browser.ts';
import { minute } from './testing/fake-server.ts';

const hour = 60 * minute;

const disposals: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose();
});
const arrange = () => arrangeAttempt(disposals);

describe('the deadline', () => {
  it('submits by itself, and what was typed last still counts', async () => {
    const { world, begin, server, stored } = arrange();
    const { page } = await begin();
    await world.advance((server.state.deadline ?? 0) - world.now() - 100);
    page.edit(1, 'at the last moment');
    await world.advance(1_000);
    await world.until(() => screenOf(page) === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'at the last moment' });
    expect(page.remaining.value).toBe(0);
  });

  it('without a network waits for one as long as saves count, then submits when it is back', async () => {
    const { world, begin, server, stored } = arrange();
    const { browser, page } = await begin();
    browser.setOnline(false);
    page.edit(1, 'unsent');
    await world.advance((server.state.deadline ?? 0) - world.now() + 10_000);
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'deadline', offline: true });
    browser.setOnline(true);
    await world.until(() => screenOf(page) === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'unsent' });
  });

  it('with a server in trouble tries every few seconds, so that the half minute is not slept through', async () => {
    const { world, begin, server, stored } = arrange();
    const { page } = await begin();
    server.state.weather = () => 'fault';
    page.edit(1, 'unsent');
    await world.advance((server.state.deadline ?? 0) - world.now() + 15_000);
    server.state.weather = () => 'fine';
    await world.until(() => screenOf(page) === 'completed', 5_000);
    expect(stored()).toEqual({ 1: 'unsent' });
  });

  it('submits without what cannot be saved once that would not count any more', async () => {
    const { world, begin, server } = arrange();
    const { page } = await begin();
    server.state.refusing = (request) => (request.startsWith('PUT') ? '503.1' : undefined);
    page.edit(1, 'never saved');
    await world.advance((server.state.deadline ?? 0) - world.now() + 20_000);
    expect(screenOf(page)).toBe('submitting');
    await world.advance(10_000);
    expect([screenOf(page), server.state.status]).toEqual(['completed', 'Completed']);
  });

  it('passed long ago without a network is submitted when there is one', async () => {
    const { world, begin, server } = arrange();
    const { browser, page } = await begin();
    browser.setOnline(false);
    page.edit(1, 'too late');
    await world.advance(2 * hour);
    expect(screenOf(page)).toBe('submitting');
    browser.setOnline(true);
    await world.until(() => screenOf(page) === 'completed', 2_000);
    expect([server.state.status, server.state.answers.size]).toEqual(['Completed', 0]);
  });

  it('that passed while the device slept is noticed when it wakes', async () => {
    const { world, begin, server, stored } = arrange();
    const { browser, page } = await begin();
    page.edit(1, 'before the lid was shut');
    browser.setVisible(false);
    await world.advance(1_000);
    await world.sleep(2 * hour);
    browser.setVisible(true);
    await world.until(() => screenOf(page) === 'completed', 5_000);
    expect([server.state.status, stored()]).toEqual(['Completed', { 1: 'before the lid was shut' }]);
  });

  it.each([hour, -hour])('a device clock that is set by %i ms moves neither the time left nor the deadline', async (jump) => {
    const { world, device, begin, server } = arrange();
    const { page } = await begin();
    await world.advance(10 * minute);
    const left = page.remaining.value;
    device.clockSkew += jump;
    await world.advance(10_000);
    expect(Math.abs(left - 10_000 - page.remaining.value)).toBeLessThan(1_100);
    expect(page.clockOffset.value).toBe(jump);
    expect(screenOf(page)).toBe('running');
    const end = server.state.deadline ?? 0;
    await world.advance(end - world.now() - 1_500);
    expect(screenOf(page)).toBe('running');
    await world.until(() => screenOf(page) === 'completed', 4_000);
  });

  it('shows the server’s time left on a device an hour off', async () => {
    const { begin, world, server } = arrange();
    const { page } = await begin(createDevice(-hour));
    expect(Math.abs(page.remaining.value - ((server.state.deadline ?? 0) - world.now()))).toBeLessThan(1_100);
  });
});

describe('a submit', () => {
  it('that got no answer is repeated until it has one', async () => {
    const { world, begin, server } = arrange();
    const { page } = await begin();
    server.state.weather = () => 'lost';
    void page.submit();
    await world.advance(20_100);
    expect([server.state.status, page.screen.value]).toMatchObject(['Completed', { screen: 'submitting', offline: true }]);
    server.state.weather = () => 'fine';
    await world.until(() => screenOf(page) === 'completed', 5_000);
  });

  it('that got no answer is seen completed after a reload', async () => {
    const { world, begin, open, close, server } = arrange();
    const first = await begin();
    server.state.weather = () => 'lost';
    void first.page.submit();
    await world.advance(1_000);
    close(first);
    server.state.weather = () => 'fine';
    expect(screenOf((await open()).page)).toBe('completed');
  });

  it('never goes ahead of an answer that cannot be sent yet', async () => {
    const { world, begin, server, stored } = arrange();
    const { browser, page } = await begin();
    browser.setOnline(false);
    page.edit(1, 'unsent');
    void page.submit();
    await world.advance(5 * minute);
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'candidate', offline: true });
    browser.setOnline(true);
    await world.until(() => screenOf(page) === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 'unsent' });
    expect(server.state.requests.filter((request) => request === 'POST submit').length).toBe(1);
  });

  it('waits for saves that the server has trouble with, while it would take the submit', async () => {
    const { world, begin, server, stored } = arrange();
    const { page } = await begin();
    server.state.refusing = (request) => (request.startsWith('PUT') ? '503.1' : undefined);
    page.edit(1, 'unsent');
    void page.submit();
    await world.advance(5 * minute);
    expect([screenOf(page), server.state.status]).toEqual(['submitting', 'In progress']);
    server.state.refusing = () => undefined;
    await world.until(() => screenOf(page) === 'completed', 6_000);
    expect(stored()).toEqual({ 1: 'unsent' });
  });

  it('in one tab is seen in the other', async () => {
    const { world, begin, open } = arrange();
    const first = await begin();
    const second = await open();
    void second.page.submit();
    await world.until(() => screenOf(first.page) === 'completed');
  });
});
