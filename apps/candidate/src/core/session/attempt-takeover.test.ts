import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';
import { minute } from '../testing/fake-server.ts';

describe('two tabs and two devices', () => {
  it('a second tab takes over at once with what the first had not sent, and the first shows that', async () => {
    const { world, begin, open, stored } = arrangeAttempt();
    const first = await begin();
    first.page.edit(1, 'typed in the first tab');
    const second = await open();
    expect(first.page.screenName()).toBe('takenOver');
    expect(second.page.screenName()).toBe('running');
    await world.until(() => second.page.saveState.value === 'saved');
    first.page.edit(1, 'not any more');
    second.page.edit(2, 'second');
    await world.advance(2_000);
    expect(stored()).toEqual({ 1: 'typed in the first tab', 2: 'second' });
    first.page.press('takeover');
    await world.until(() => first.page.screenName() === 'running');
    expect(second.page.screenName()).toBe('takenOver');
    expect(first.page.shown()).toEqual(stored());
  });

  it('a first tab without durable storage hands over what it had not sent', async () => {
    const { world, begin, open, stored } = arrangeAttempt();
    const first = await begin(undefined, { indexedDB: undefined });
    first.page.edit(1, 'only in the first tab');
    const second = await open();
    await world.until(() => second.page.saveState.value === 'saved' && second.page.answers.value.size > 0);
    expect(stored()).toEqual({ 1: 'only in the first tab' });
  });

  it('a reload of the only tab is no takeover', async () => {
    const { begin, open, server } = arrangeAttempt();
    const tabStorage = new Map<string, string>();
    const first = await begin(undefined, { tabStorage });
    const session = server.state.session;
    first.browser.close();
    await open(undefined, { tabStorage });
    expect(server.state.session).toBe(session);
  });

  it('another device takes over; the first notices at its next save, still has what was typed and may take over again', async () => {
    const { world, begin, open, stored } = arrangeAttempt();
    const first = await begin();
    first.page.edit(1, 'first');
    await world.until(() => first.page.saveState.value === 'saved');
    const other = await open(createDevice());
    expect(other.page.shown()).toEqual({ 1: 'first' });
    other.page.edit(2, 'from the phone');
    await world.advance(1_000);
    first.page.edit(3, 'still typing here');
    await world.until(() => first.page.screenName() === 'takenOver');
    expect(first.page.saveState.value).toBe('stopped');
    first.page.press('takeover');
    await world.until(() => first.page.screenName() === 'running' && first.page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: 'first', 2: 'from the phone', 3: 'still typing here' });
    expect(first.page.shown()).toEqual(stored());
  });

  it('an answer saved on another device with a higher revision is taken over by a reload', async () => {
    const { world, server, begin, open } = arrangeAttempt();
    const first = await begin();
    first.page.edit(1, 'old');
    await world.until(() => first.page.saveState.value === 'saved');
    first.browser.close();
    server.state.answers.set(1, { answer: 'newer, from the phone', revision: 8 });
    const { page } = await open();
    expect(page.shown()).toEqual({ 1: 'newer, from the phone' });
  });

  it('a takeover without a network says so and may be tried again', async () => {
    const { world, begin, open } = arrangeAttempt();
    const first = await begin();
    await open();
    first.browser.setOnline(false);
    first.page.press('takeover');
    await world.advance(0);
    expect(first.page.screen.value).toMatchObject({ screen: 'takenOver', busy: false, problem: 'unreachable' });
    first.browser.setOnline(true);
    first.page.press('takeover');
    await world.until(() => first.page.screenName() === 'running');
  });

  it('a page that waits notices that the test was started elsewhere, and does not take it over automatically', async () => {
    const { world, begin, open } = arrangeAttempt();
    const waiting = await open(createDevice());
    const { page } = await begin(createDevice());
    await world.advance(2 * minute);
    waiting.browser.setVisible(true);
    await world.advance(100);
    expect(waiting.page.screenName()).toBe('takenOver');
    page.edit(1, 'x');
    await world.until(() => page.saveState.value === 'saved');
  });
});
