import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';

describe('where the candidate is', () => {
  const arrange = async () => {
    const arranged = arrangeAttempt();
    const { page, browser } = await arranged.begin();
    const places = () => arranged.server.state.requests.filter((request) => request === 'PUT place').length;
    const show = (questionId: number) => page.dispatch({ type: 'question-shown', questionId });
    return { ...arranged, page, browser, places, show };
  };

  it('is sent with the flags once the candidate stays', async () => {
    const { world, server, page, places, show } = await arrange();
    expect(page.place.value).toBeNull();
    show(2);
    await world.advance(1_000);
    show(3);
    page.flag(1);
    await world.advance(1_500);
    expect(places()).toBe(0);
    await world.advance(1_000);
    expect(places()).toBe(1);
    expect(server.state.place).toEqual({ questionId: 3, flags: [1] });
    await world.advance(60_000);
    expect(places()).toBe(1);
  });

  it('is sent at once when the window is hidden, and again when the network failed', async () => {
    const { world, server, page, browser, show } = await arrange();
    show(2);
    browser.setVisible(false);
    await world.advance(50);
    expect(server.state.place).toEqual({ questionId: 2, flags: [] });
    browser.setVisible(true);
    browser.setOnline(false);
    page.flag(2);
    await world.advance(5_000);
    browser.setOnline(true);
    await world.until(() => server.state.place?.flags.length === 1);
    expect(server.state.place).toEqual({ questionId: 2, flags: [2] });
  });

  it('leads another device to the same question, with the same flags, also those of questions without an answer', async () => {
    const { world, server, page, open, show } = await arrange();
    page.edit(1, 'one');
    page.flag(1);
    page.flag(2);
    show(3);
    await world.until(() => server.state.place?.questionId === 3);
    const { page: phone } = await open(createDevice());
    await world.until(() => phone.screenName() === 'running');
    expect(phone.place.value).toBe(3);
    const flagged = [...phone.answers.value].filter(([, view]) => view.flagged).map(([questionId]) => questionId);
    expect(flagged.sort()).toEqual([1, 2]);
    phone.dispatch({ type: 'question-flagged', questionId: 2, flagged: false });
    await world.until(() => server.state.place?.flags.length === 1);

    page.press('takeover');
    await world.until(() => page.screenName() === 'takenOver');
    page.press('takeover');
    await world.until(() => page.screenName() === 'running');
    expect(page.answers.value.get(2)?.flagged).toBe(false);
    expect(page.answers.value.get(1)?.flagged).toBe(true);
  });

  it('of this device wins while it was not sent', async () => {
    const { world, server, page, browser, open, show } = await arrange();
    show(2);
    await world.until(() => server.state.place?.questionId === 2);
    browser.setOnline(false);
    show(3);
    page.flag(1);
    await world.advance(100);
    browser.close();
    const offline = await open(undefined, { online: false });
    expect(offline.page.place.value).toBe(3);
    offline.browser.close();
    const again = await open();
    await world.until(() => again.page.screenName() === 'running');
    expect(again.page.place.value).toBe(3);
    expect(again.page.answers.value.get(1)?.flagged).toBe(true);
    await world.until(() => server.state.place?.questionId === 3);
    expect(server.state.place).toEqual({ questionId: 3, flags: [1] });
  });
});
