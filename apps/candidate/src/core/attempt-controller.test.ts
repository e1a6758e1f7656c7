import { afterEach, describe, expect, it } from 'vitest';
import { openAnswerStore } from './answer-store.ts';
import { arrangeAttempt, screenOf } from './testing/arrange-attempt.ts';
import { createDevice } from './testing/fake-browser.ts';
import { minute } from './testing/fake-server.ts';

const disposals: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose();
});
const arrange = () => arrangeAttempt(disposals);

describe('taking a test', () => {
  it('goes from before to completed, with everything typed at the server before the submit', async () => {
    const { world, server, open, stored } = arrange();
    server.state.redirectURL = 'https://acme.example/thanks';
    const { page } = await open();
    expect(page.screen.value).toMatchObject({ screen: 'before', starting: false });
    void page.start({ camera: false });
    expect(page.screen.value).toMatchObject({ screen: 'before', starting: true });
    await world.until(() => screenOf(page) === 'running');
    expect(page.questions.value.map(({ questionId }) => questionId)).toEqual([1, 2, 3]);
    page.edit(1, 'one');
    page.edit(2, '  ');
    page.flag(3, true);
    void page.submit();
    expect(page.screen.value).toMatchObject({ screen: 'submitting', cause: 'candidate' });
    page.edit(1, 'too late');
    await world.until(() => screenOf(page) === 'completed');
    expect(stored()).toEqual({ 1: 'one', 2: '  ' });
    expect(server.state.requests.at(-1)).toBe('POST submit');
    expect(page.screen.value).toMatchObject({ answered: 1, redirectURL: 'https://acme.example/thanks' });
    expect(page.questions.value).toEqual([]);
  });

  it('leaves nothing on the device once it is over', async () => {
    const { world, device, begin } = arrange();
    const { browser, page } = await begin();
    page.edit(1, 'secret');
    void page.submit();
    await world.until(() => screenOf(page) === 'completed');
    const store = await openAnswerStore({ name: 'assay-digest-of-5', browser, onLost: () => {} });
    expect(await store.records()).toEqual([]);
    expect((await device.indexedDB.databases()).map(({ name }) => name)).toEqual(['assay-digest-of-5']);
  });

  it('shows each second once', async () => {
    const { world, begin } = arrange();
    const { page } = await begin();
    const seconds: number[] = [];
    disposals.push(page.remaining.subscribe((ms) => seconds.push(Math.ceil(ms / 1000))));
    await world.advance(5_000);
    expect(new Set(seconds).size).toBe(seconds.length);
    expect(seconds[0]).toBe((seconds.at(-1) ?? 0) + 5);
  });
});

describe('never losing an answer', () => {
  it('an answer is on the device before anything was sent, and sent by the next load', async () => {
    const { world, begin, open, close, stored, server } = arrange();
    const first = await begin();
    first.browser.setOnline(false);
    first.page.edit(1, 'typed and gone');
    first.page.flag(2, true);
    close(first);
    expect(server.state.requests.some((request) => request.startsWith('PUT'))).toBe(false);
    const { page } = await open();
    await world.until(() => page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: 'typed and gone' });
    expect(page.answers.value.get(2)).toMatchObject({ flagged: true, answer: null });
  });

  it('minutes offline with a reload lose nothing: the page says so and sends when the network is back', async () => {
    const { world, begin, open, close, stored } = arrange();
    const first = await begin();
    first.page.edit(1, 'online');
    await world.until(() => first.page.saveState.value === 'saved');
    first.browser.setOnline(false);
    first.page.edit(1, 'offline');
    first.page.edit(2, 'offline too');
    await world.advance(3 * minute);
    expect(first.page.saveState.value).toBe('offline');
    expect(first.page.persistent).toBe(true);
    close(first);
    const second = await open(undefined, { online: false });
    expect(screenOf(second.page)).toBe('unreachable');
    second.browser.setOnline(true);
    await world.until(() => screenOf(second.page) === 'running' && second.page.saveState.value === 'saved', 1_000);
    expect(stored()).toEqual({ 1: 'offline', 2: 'offline too' });
  });

  it('what is typed is sent at once when the window is hidden', async () => {
    const { world, begin, stored } = arrange();
    const { browser, page } = await begin();
    page.edit(1, 'switching');
    browser.setVisible(false);
    await world.advance(20);
    expect(stored()).toEqual({ 1: 'switching' });
  });

  it('without IndexedDB the page says that a reload would lose what is unsent', async () => {
    const { begin, stored, world } = arrange();
    const { page } = await begin(undefined, { indexedDB: undefined });
    expect(page.persistent).toBe(false);
    page.edit(1, 'sent all the same');
    await world.until(() => page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: 'sent all the same' });
  });

  it('an attempt started anew under the same address begins empty', async () => {
    const { world, server, begin, open, close, shown } = arrange();
    const first = await begin();
    first.browser.setOnline(false);
    first.page.edit(1, 'of the attempt that was reset');
    await world.advance(1_000);
    close(first);
    server.state.startedAt = world.now();
    const { page } = await open();
    await world.advance(2_000);
    expect(shown(page)).toEqual({});
    expect(server.state.answers.size).toBe(0);
  });
});

describe('before the start', () => {
  it('waits until it opens, counting down, and then offers the start', async () => {
    const { world, server, open } = arrange();
    server.state.access = { state: 'not-open', opensAt: new Date(world.now() + minute).toISOString() };
    const { page } = await open();
    expect(page.screen.value).toMatchObject({ screen: 'waiting', opensAt: world.now() + minute - 500 });
    await world.advance(30_000);
    expect(Math.ceil(page.untilOpen.value / 1000)).toBe(30);
    server.state.access = { state: 'open', closesAt: null };
    await world.until(() => screenOf(page) === 'before', 35_000);
    expect(server.state.requests.length).toBe(2);
  });

  it('the first load is tried again by itself, and at once on demand', async () => {
    const { world, open, server } = arrange();
    server.state.weather = () => 'dropped';
    const { page } = await open();
    expect(screenOf(page)).toBe('unreachable');
    await world.advance(5_000);
    server.state.weather = () => 'fine';
    page.retry();
    await world.until(() => screenOf(page) === 'before', 100);
  });

  it('a start that finds the link closed says so; one that found no network may be pressed again', async () => {
    const { world, server, open } = arrange();
    const { browser, page } = await open();
    browser.setOnline(false);
    await page.start({ camera: false });
    expect(page.screen.value).toMatchObject({ screen: 'before', starting: false, problem: 'unreachable' });
    browser.setOnline(true);
    server.state.refusing = (request) => (request === 'POST start' ? '403.12' : undefined);
    void page.start({ camera: false });
    await world.until(() => screenOf(page) === 'ended');
    expect(page.screen.value).toMatchObject({ reason: 'closed' });
  });

  it('a cancelled attempt ends the page at the next save, an unknown address at once', async () => {
    const { world, server, begin, open } = arrange();
    const { page } = await begin();
    server.state.refusing = () => '403.15';
    page.edit(1, 'x');
    await world.until(() => screenOf(page) === 'ended');
    expect(page.screen.value).toMatchObject({ reason: 'cancelled' });
    server.state.refusing = () => '404.1';
    expect((await open(createDevice())).page.screen.value).toMatchObject({ screen: 'ended', reason: 'unknown', attempt: null });
  });
});
