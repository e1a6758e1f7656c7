import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';
import { minute } from '../testing/fake-server.ts';

describe('taking a test', () => {
  it('goes from before to completed, with everything typed at the server before the submit', async () => {
    const { world, server, open, stored } = arrangeAttempt();
    server.state.redirectURL = 'https://acme.example/thanks';
    const { page } = await open();
    expect(page.screen.value).toMatchObject({ screen: 'before', starting: false });
    page.start();
    expect(page.screen.value).toMatchObject({ screen: 'before', starting: true });
    await world.until(() => page.screenName() === 'running');
    expect(page.questions.value.map(({ questionId }) => questionId)).toEqual([1, 2, 3]);
    page.edit(1, 'one');
    page.edit(2, '  ');
    page.flag(3);
    page.press('submit');
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'candidate' });
    page.edit(1, 'too late');
    await world.until(() => page.screenName() === 'completed');
    expect(stored()).toEqual({ 1: 'one', 2: '  ' });
    expect(server.state.requests.at(-1)).toBe('POST submit');
    expect(page.screen.value).toMatchObject({ answered: 1, redirectURL: 'https://acme.example/thanks' });
    expect(page.questions.value).toEqual([]);
  });

  it('leaves nothing on the device once it is over', async () => {
    const { world, device, begin, onDevice } = arrangeAttempt();
    const { page } = await begin();
    page.edit(1, 'secret');
    page.press('submit');
    await world.until(() => page.screenName() === 'completed');
    expect(await onDevice()).toEqual([]);
    expect((await device.indexedDB.databases()).map(({ name }) => name)).toEqual(['assay-digest-of-5']);
  });

  it('shows each second once', async () => {
    const { world, begin } = arrangeAttempt();
    const { page } = await begin();
    const seconds: number[] = [];
    page.remaining.subscribe((ms) => seconds.push(Math.ceil(ms / 1000)));
    await world.advance(5_000);
    expect(new Set(seconds).size).toBe(seconds.length);
    expect(seconds[0]).toBe((seconds.at(-1) ?? 0) + 5);
  });
});

describe('never losing an answer', () => {
  it('an answer is on the device before anything was sent, and sent by the next load', async () => {
    const { world, begin, open, stored, server } = arrangeAttempt();
    const first = await begin();
    first.browser.setOnline(false);
    first.page.edit(1, 'typed and gone');
    first.page.flag(2);
    first.browser.close();
    expect(server.state.requests.some((request) => request.startsWith('PUT'))).toBe(false);
    const { page } = await open();
    await world.until(() => page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: 'typed and gone' });
    expect(page.answers.value.get(2)).toMatchObject({ flagged: true, answer: null });
  });

  it('minutes offline with a reload lose nothing: the page shows that, and sends when the network is back', async () => {
    const { world, begin, open, stored } = arrangeAttempt();
    const first = await begin();
    first.page.edit(1, 'online');
    await world.until(() => first.page.saveState.value === 'saved');
    first.browser.setOnline(false);
    first.page.edit(1, 'offline');
    first.page.edit(2, 'offline too');
    await world.advance(3 * minute);
    expect(first.page.saveState.value).toBe('offline');
    expect(first.page.persistent.value).toBe(true);
    first.browser.close();
    const second = await open(undefined, { online: false });
    expect(second.page.screenName()).toBe('running');
    second.browser.setOnline(true);
    await world.until(() => second.page.screenName() === 'running' && second.page.saveState.value === 'saved', 1_000);
    expect(stored()).toEqual({ 1: 'offline', 2: 'offline too' });
  });

  it('opened without a network the test goes on with its questions, answers and time, in the session that it had', async () => {
    const { world, server, begin, open, stored } = arrangeAttempt();
    const first = await begin();
    first.page.edit(1, 'online');
    await world.until(() => first.page.saveState.value === 'saved');
    await world.advance(minute);
    first.browser.close();
    const { browser, page } = await open(undefined, { online: false });
    expect(page.screenName()).toBe('running');
    expect(page.questions.value.map(({ prompt }) => prompt)).toEqual(['Question 1', 'Question 2', 'Question 3']);
    expect(page.shown()).toEqual({ 1: 'online' });
    expect(Math.abs(page.remaining.value - first.page.remaining.value)).toBeLessThan(3_000);
    page.edit(2, 'offline');
    const { session, requests } = server.state;
    const before = requests.length;
    browser.setOnline(true);
    await world.until(() => page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: 'online', 2: 'offline' });
    expect(server.state.session).toBe(session);
    expect(requests.slice(before)).not.toContain('POST start');
  });

  it('opened without a network on a device whose clock is wrong, the time left is right', async () => {
    const { begin, open } = arrangeAttempt();
    const device = createDevice(7 * minute);
    const first = await begin(device);
    first.browser.close();
    const { page } = await open(device, { online: false });
    expect(Math.abs(page.remaining.value - 30 * minute)).toBeLessThan(3_000);
  });

  it('opened without a network it takes nothing over from another device that went on meanwhile', async () => {
    const { world, server, begin, open } = arrangeAttempt();
    const first = await begin();
    first.browser.close();
    const laptop = await open(undefined, { online: false });
    const phone = await open(createDevice());
    await world.until(() => phone.page.screenName() === 'running');
    const { session } = server.state;
    laptop.page.edit(1, 'typed on the laptop');
    laptop.browser.setOnline(true);
    await world.until(() => laptop.page.screenName() === 'takenOver');
    expect(server.state.session).toBe(session);
    expect(phone.page.screenName()).toBe('running');
  });

  it('opened without a network where nothing is stored, or no more, the page waits for the network', async () => {
    const { world, server, begin, open } = arrangeAttempt();
    expect((await open(createDevice(), { online: false })).page.screenName()).toBe('unreachable');
    const first = await begin();
    server.state.status = 'Cancelled';
    first.browser.fire('visible');
    first.page.edit(1, 'too late');
    server.state.refusing = () => '403.15';
    await world.until(() => first.page.screenName() === 'ended');
    first.browser.close();
    expect((await open(undefined, { online: false })).page.screenName()).toBe('unreachable');
  });

  it('what is typed is sent at once when the window is hidden', async () => {
    const { world, begin, stored } = arrangeAttempt();
    const { browser, page } = await begin();
    page.edit(1, 'switching');
    browser.setVisible(false);
    await world.advance(20);
    expect(stored()).toEqual({ 1: 'switching' });
  });

  it('without IndexedDB the page says that a reload would lose what is unsent', async () => {
    const { begin, stored, world } = arrangeAttempt();
    const { page } = await begin(undefined, { indexedDB: undefined });
    expect(page.persistent.value).toBe(false);
    page.edit(1, 'sent all the same');
    await world.until(() => page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: 'sent all the same' });
  });

  it('an attempt started again under the same address begins empty', async () => {
    const { world, server, begin, open } = arrangeAttempt();
    const first = await begin();
    first.browser.setOnline(false);
    first.page.edit(1, 'of the attempt that was reset');
    await world.advance(1_000);
    first.browser.close();
    server.state.startedAt = world.now();
    const { page } = await open();
    await world.advance(2_000);
    expect(page.shown()).toEqual({});
    expect(server.state.answers.size).toBe(0);
  });
});

describe('before the start', () => {
  it('waits until it opens, counting down, and then offers the start', async () => {
    const { world, server, open } = arrangeAttempt();
    server.state.access = { state: 'not-open', opensAt: new Date(world.now() + minute).toISOString() };
    const { page } = await open();
    expect(page.screen.value).toMatchObject({ screen: 'waiting', opensAt: world.now() + minute - 500 });
    await world.advance(30_000);
    expect(Math.ceil(page.untilOpen.value / 1000)).toBe(30);
    server.state.access = { state: 'open', closesAt: null };
    await world.until(() => page.screenName() === 'before', 35_000);
    expect(server.state.requests.length).toBe(2);
  });

  it('the first load is retried automatically, and at once on demand', async () => {
    const { world, open, server } = arrangeAttempt();
    server.state.network = () => 'dropped';
    const { page } = await open();
    expect(page.screenName()).toBe('unreachable');
    await world.advance(5_000);
    server.state.network = () => 'fine';
    page.press('retry');
    await world.until(() => page.screenName() === 'before', 100);
  });

  it('a start that finds the link closed says so; one that found no network may be pressed again', async () => {
    const { world, server, open } = arrangeAttempt();
    const { browser, page } = await open();
    browser.setOnline(false);
    page.start();
    await world.advance(0);
    expect(page.screen.value).toMatchObject({ screen: 'before', starting: false, problem: 'unreachable' });
    browser.setOnline(true);
    server.state.refusing = (request) => (request === 'POST start' ? '403.12' : undefined);
    page.start();
    await world.until(() => page.screenName() === 'ended');
    expect(page.screen.value).toMatchObject({ reason: 'closed' });
  });

  it('a cancelled attempt ends the page at the next save, an unknown address at once', async () => {
    const { world, server, begin, open } = arrangeAttempt();
    const { page } = await begin();
    server.state.refusing = () => '403.15';
    page.edit(1, 'x');
    await world.until(() => page.screenName() === 'ended');
    expect(page.screen.value).toMatchObject({ reason: 'cancelled' });
    server.state.refusing = () => '404.1';
    expect((await open(createDevice())).page.screen.value).toMatchObject({ screen: 'ended', reason: 'unknown', attempt: null });
  });
});
