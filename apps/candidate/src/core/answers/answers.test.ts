import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { randomFrom } from '../testing/random.ts';
import type { AnswerRecord } from './answer-store.ts';
import { mergeAnswers } from './answers.ts';

describe('an edit', () => {
  it('is stored on the device at once and sent after the debounce, the last of a burst only', async () => {
    const { world, server, begin, onDevice, saves } = arrangeAttempt();
    const { page } = await begin();
    page.edit(1, 'a');
    page.edit(1, 'ab');
    expect(page.saveState.value).toBe('saving');
    await world.advance(599);
    expect(saves()).toEqual([]);
    expect(await onDevice()).toMatchObject([{ answer: 'ab', revision: 2, sentRevision: 0 }]);
    await world.advance(50);
    expect(server.state.answers.get(1)).toEqual({ answer: 'ab', revision: 2 });
    expect(page.saveState.value).toBe('saved');
    expect(await onDevice()).toMatchObject([{ sentRevision: 2 }]);
  });

  it('counts what is pasted, all together, and nothing that is typed', async () => {
    const { begin, onDevice, world } = arrangeAttempt();
    const { page } = await begin();
    for (const [answer, pasted] of [
      ['abc', 3],
      ['abcd', undefined],
      ['abcdef', 2],
    ] as const)
      page.dispatch({ type: 'answer-edited', questionId: 1, answer, pasted });
    await world.advance(700);
    expect(await onDevice()).toMatchObject([{ answer: 'abcdef', sentRevision: 3, pasted: 5 }]);
  });

  it('of continuous typing is sent every three seconds all the same', async () => {
    const { world, begin, saves } = arrangeAttempt();
    const { page } = await begin();
    for (let key = 0; key < 70; key += 1) {
      page.edit(1, 'x'.repeat(key));
      await world.advance(100);
    }
    expect(saves().length).toBe(2);
  });

  it('waits for the one before on its question, which it would overtake', async () => {
    const { world, server, begin, saves } = arrangeAttempt({ latencyMs: () => 1_000 });
    const { page, browser } = await begin();
    page.edit(1, 'first');
    await world.advance(600);
    page.edit(1, 'second');
    browser.fire('hidden');
    await world.advance(999);
    expect(saves().length).toBe(1);
    await world.advance(2_000);
    expect([saves().length, server.state.answers.get(1)]).toEqual([2, { answer: 'second', revision: 2 }]);
  });

  it('is sent beside two others at most', async () => {
    const { world, server, begin, saves } = arrangeAttempt({ latencyMs: () => 1_000 });
    const { page } = await begin();
    for (const questionId of [1, 2, 3, 4, 5]) page.edit(questionId, 'first');
    await world.advance(600);
    expect(saves()).toEqual(['PUT answers/1', 'PUT answers/2', 'PUT answers/3']);
    await world.advance(5_000);
    expect(server.state.answers.size).toBe(5);
  });
});

describe('without a network', () => {
  it('says offline, tries again with growing waits, and at once when the network is back', async () => {
    const { world, server, begin, saves } = arrangeAttempt();
    const { page, browser } = await begin();
    browser.setOnline(false);
    page.edit(1, 'stored here');
    await world.advance(10 * 60_000);
    expect(page.saveState.value).toBe('offline');
    expect(page.answers.value.get(1)).toEqual({ answer: 'stored here', flagged: false, save: 'offline' });
    expect(saves()).toEqual([]);
    browser.setOnline(true);
    await world.advance(20);
    expect(server.state.answers.get(1)).toEqual({ answer: 'stored here', revision: 1 });
    expect(page.saveState.value).toBe('saved');
  });

  it('tries a failing server every 15 s at most in the end', async () => {
    const { world, server, begin, saves } = arrangeAttempt();
    const { page } = await begin();
    server.state.network = () => 'fault';
    page.edit(1, 'x');
    await world.advance(10 * 60_000);
    expect(saves().length).toBeGreaterThan(20);
    expect(saves().length).toBeLessThan(40);
  });
});

describe('text that is no answer', () => {
  it('leaves the answer before it as it is, and is not called saved', async () => {
    const { world, begin, stored, saves, onDevice } = arrangeAttempt();
    const { page } = await begin();
    page.edit(1, 450, '450');
    await world.advance(1_000);
    page.type(1, '450 s');
    await world.advance(60_000);
    expect([stored(), saves().length]).toEqual([{ 1: 450 }, 1]);
    expect(page.answers.value.get(1)).toMatchObject({ answer: 450, typed: { text: '450 s', counts: false }, save: 'invalid' });
    expect(page.saveState.value).toBe('invalid');
    expect(await onDevice()).toMatchObject([{ answer: 450, typed: { text: '450 s', counts: false } }]);
    page.edit(1, 450, '450');
    await world.until(() => page.saveState.value === 'saved');
    page.type(1, '-');
    page.edit(1, null);
    await world.until(() => page.saveState.value === 'saved');
    expect(stored()).toEqual({ 1: null });
  });

  it('is there again after a reload, and so is the text of an answer as it was typed', async () => {
    const { world, begin, open } = arrangeAttempt();
    const { page, browser } = await begin();
    page.edit(1, 450, '450');
    page.type(1, '450 s');
    page.type(2, 'abc');
    page.edit(3, 1.5, '1,50');
    await world.advance(1_000);
    browser.close();
    const again = (await open()).page;
    await world.until(() => again.screenName() === 'running');
    expect(again.answers.value.get(1)).toMatchObject({ answer: 450, typed: { text: '450 s', counts: false } });
    expect(again.answers.value.get(2)).toMatchObject({ answer: null, typed: { text: 'abc', counts: false } });
    expect(again.answers.value.get(3)).toMatchObject({ answer: 1.5, typed: { text: '1,50', counts: true }, save: 'saved' });
    expect(again.saveState.value).toBe('invalid');
  });

  it('gives way to an answer that was saved elsewhere since', async () => {
    const { world, server, begin, open } = arrangeAttempt();
    const { page, browser } = await begin();
    page.edit(1, 450, '450');
    page.type(1, '450 s');
    await world.advance(1_000);
    browser.close();
    server.state.answers.set(1, { answer: 460, revision: 2 });
    const again = (await open()).page;
    await world.until(() => again.screenName() === 'running');
    expect(again.answers.value.get(1)).toEqual({ answer: 460, flagged: false, save: 'saved' });
  });

  it('holds up no submit, and the answer before it counts', async () => {
    const { world, begin, stored } = arrangeAttempt();
    const { page } = await begin();
    page.edit(1, 450, '450');
    await world.advance(1_000);
    page.type(1, '450 s');
    page.press('submit');
    await world.until(() => page.screenName() === 'completed', 2_000);
    expect(stored()).toEqual({ 1: 450 });
    expect(page.screen.value).toMatchObject({ answered: 1 });
  });
});

describe('an answer that meets another one from elsewhere', () => {
  /** Typed here while a phone saves another one. */
  const meet = async (answer: string, theirs = 'NEW final answer') => {
    const arranged = arrangeAttempt();
    const { page, browser } = await arranged.begin();
    arranged.server.state.answers.set(1, { answer: theirs, revision: 2 });
    page.edit(1, answer);
    await arranged.world.advance(1_000);
    return { ...arranged, page, browser };
  };
  const theirs = { answer: 'NEW final answer', savedAt: '2026-05-04T09:00:30.000Z' };
  const shownBoth = { answer: 'OLD draft', save: 'choose', conflict: theirs };

  it('is shown beside it, and nothing of its question is sent until the candidate chooses', async () => {
    const { world, page, saves, stored, server } = await meet('OLD draft');
    expect(page.answers.value.get(1)).toMatchObject(shownBoth);
    expect(page.saveState.value).toBe('choose');
    page.edit(1, 'typed all the same');
    page.edit(2, 'another question');
    await world.advance(60_000);
    expect(page.answers.value.get(1)).toMatchObject(shownBoth);
    expect(stored()).toEqual({ 1: 'NEW final answer', 2: 'another question' });
    expect([saves().length, server.state.setAside]).toEqual([2, ['OLD draft']]);
  });

  it('counts when it is chosen, and the other one is set aside', async () => {
    const { world, page, stored, server } = await meet('OLD draft');
    page.choose(1, 'here');
    await world.until(() => page.saveState.value === 'saved');
    expect([stored(), server.state.setAside]).toEqual([{ 1: 'OLD draft' }, ['OLD draft', 'NEW final answer']]);
    page.edit(1, 'and on');
    await world.advance(1_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'and on', revision: 4 });
  });

  it('gives way when the other one is chosen, which is edited from there', async () => {
    const { world, page, onDevice, server } = await meet('OLD draft');
    page.choose(1, 'elsewhere');
    expect(page.answers.value.get(1)).toEqual({ answer: 'NEW final answer', flagged: false, save: 'saved' });
    expect(await onDevice()).toMatchObject([{ answer: 'NEW final answer', revision: 2, sentRevision: 2 }]);
    page.edit(1, 'NEW final answer!');
    await world.advance(1_000);
    expect([server.state.answers.get(1), server.state.setAside]).toEqual([{ answer: 'NEW final answer!', revision: 3 }, ['OLD draft']]);
  });

  it('is shown beside it again after a reload', async () => {
    const { world, browser, open, server } = await meet('OLD draft');
    browser.close();
    const { page } = await open();
    await world.advance(1_000);
    expect(page.answers.value.get(1)).toMatchObject(shownBoth);
    expect(server.state.answers.get(1)?.answer).toBe('NEW final answer');
  });

  it('chosen before a reload is sent after it, and the other one is set aside all the same', async () => {
    const { world, page, browser, open, server, stored } = await meet('OLD draft');
    server.state.network = () => 'dropped';
    page.choose(1, 'here');
    await world.advance(100);
    browser.close();
    server.state.network = () => 'fine';
    const again = await open();
    await world.until(() => again.page.saveState.value === 'saved');
    expect([stored(), server.state.setAside]).toEqual([{ 1: 'OLD draft' }, ['OLD draft', 'NEW final answer']]);
  });

  it('chosen while a third one is saved elsewhere meets that one', async () => {
    const { world, page, server } = await meet('OLD draft');
    server.state.answers.set(1, { answer: 'NEWEST', revision: 3 });
    page.choose(1, 'here');
    await world.advance(1_000);
    expect(page.answers.value.get(1)).toMatchObject({ answer: 'OLD draft', save: 'choose', conflict: { answer: 'NEWEST' } });
    expect(server.state.answers.get(1)?.answer).toBe('NEWEST');
  });

  it('that is the same gives way without a question', async () => {
    const { page, onDevice } = await meet('NEW final answer');
    expect(page.answers.value.get(1)).toEqual({ answer: 'NEW final answer', flagged: false, save: 'saved' });
    expect(await onDevice()).toMatchObject([{ revision: 2, sentRevision: 2 }]);
  });

  it('and is typed on meanwhile: the server has all of it before the candidate chooses', async () => {
    const { world, server, begin } = arrangeAttempt({ latencyMs: () => 2_000 });
    const { page } = await begin();
    server.state.answers.set(1, { answer: 'theirs', revision: 9 });
    page.edit(1, 'mine');
    await world.advance(700);
    page.edit(1, 'mine, longer');
    await world.advance(10_000);
    expect(page.answers.value.get(1)).toMatchObject({ answer: 'mine, longer', save: 'choose', conflict: { answer: 'theirs' } });
    expect(server.state.setAside).toEqual(['mine', 'mine, longer']);
  });

  it('holds up no submit, and the one saved elsewhere is counted', async () => {
    const { world, page, stored } = await meet('OLD draft');
    page.press('submit');
    await world.until(() => page.screenName() === 'completed');
    expect(stored()).toEqual({ 1: 'NEW final answer' });
    expect(page.screen.value).toMatchObject({ answered: 1 });
  });

  it('while it is submitted leads back to the test; at the deadline it does not', async () => {
    const { world, server, begin } = arrangeAttempt();
    const { page } = await begin();
    server.state.answers.set(1, { answer: 'theirs', revision: 9 });
    page.edit(1, 'mine');
    page.press('submit');
    await world.advance(1_000);
    expect([page.screenName(), page.saveState.value]).toEqual(['running', 'choose']);
    page.choose(1, 'here');
    await world.until(() => page.saveState.value === 'saved');
    page.edit(2, 'mine');
    await world.advance(1_000);
    server.state.answers.set(2, { answer: 'theirs', revision: 9 });
    await world.advance(28 * 60_000);
    page.edit(2, 'mine, at the last moment');
    await world.until(() => page.screenName() === 'completed', 5 * 60_000);
    expect(server.state.answers.get(2)?.answer).toBe('theirs');
    expect(server.state.setAside).toContain('mine, at the last moment');
  });
});

describe('an answer whose response got lost', () => {
  it('is repeated before what was typed since is sent, so that it is never taken for one from elsewhere', async () => {
    const { world, server, begin, stored } = arrangeAttempt();
    const { page } = await begin();
    server.state.network = () => 'lost';
    page.edit(1, 'stored, but the page does not know');
    await world.advance(700);
    page.edit(1, 'typed since');
    await world.advance(30_000);
    server.state.network = () => 'fine';
    await world.until(() => page.saveState.value === 'saved');
    expect([stored(), server.state.setAside]).toEqual([{ 1: 'typed since' }, []]);
  });

  it('is repeated after a reload too', async () => {
    const { world, server, begin, open, stored } = arrangeAttempt();
    const first = await begin();
    server.state.network = () => 'lost';
    first.page.edit(1, 'stored, but the page does not know');
    await world.advance(700);
    first.page.edit(1, 'typed since');
    await world.advance(100);
    first.browser.close();
    server.state.network = () => 'fine';
    const { page } = await open();
    await world.until(() => page.saveState.value === 'saved');
    expect([stored(), server.state.setAside]).toEqual([{ 1: 'typed since' }, []]);
  });
});

it('a refusal of one answer leaves the others alone and holds up no submit; its next edit is sent', async () => {
  const { world, server, begin, stored } = arrangeAttempt();
  const { page } = await begin();
  server.state.refusing = (request) => (request === 'PUT answers/1' ? '400.1' : undefined);
  page.edit(1, 'too long');
  page.edit(2, 'fine');
  await world.advance(60_000);
  expect([page.answers.value.get(1)?.save, page.answers.value.get(2)?.save, page.screenName()]).toEqual(['stopped', 'saved', 'running']);
  server.state.refusing = () => undefined;
  page.edit(1, 'short');
  await world.advance(1_000);
  expect(stored()).toEqual({ 1: 'short', 2: 'fine' });
  server.state.refusing = (request) => (request === 'PUT answers/1' ? '400.1' : undefined);
  page.edit(1, 'too long again');
  page.press('submit');
  await world.until(() => page.screenName() === 'completed', 1_000);
});

const local = (change: Partial<AnswerRecord>): AnswerRecord => ({
  questionId: 1,
  answer: 'local',
  revision: 1,
  sentRevision: 0,
  flagged: false,
  ...change,
});
const saved = (revision: number) => [{ questionId: 1, answer: 'server', revision, savedAt: '2026-05-04T09:00:30.000Z' }];

describe('when the page opens', () => {
  it('an unsent answer stays unsent, over the one that its page had seen', () => {
    expect(mergeAnswers(saved(2), [local({ revision: 5, sentRevision: 2 })])).toEqual([local({ revision: 5, sentRevision: 2 })]);
    expect(mergeAnswers([], [local({ revision: 5 })])).toEqual([local({ revision: 5 })]);
  });

  it.each([3, 5, 7])('an unsent answer keeps its base although the server has a newer one (revision %i)', (revision) => {
    const unsent = local({ revision: 5, sentRevision: 2 });
    expect(mergeAnswers(saved(revision), [unsent])).toEqual([unsent]);
  });

  it('an answer saved elsewhere wins over one that was sent; the flag stays', () => {
    for (const revision of [5, 7]) {
      expect(mergeAnswers(saved(revision), [local({ revision: 5, sentRevision: 5, flagged: true })])).toEqual([
        { questionId: 1, answer: 'server', revision, sentRevision: revision, flagged: true },
      ]);
    }
  });

  it('an unsent answer that the server has is saved', () => {
    expect(mergeAnswers(saved(5), [local({ answer: 'server', revision: 5, sentRevision: 2 })])).toEqual([
      local({ answer: 'server', revision: 5, sentRevision: 5 }),
    ]);
  });

  it('a request of this device whose response got lost is recognized in what the server has', () => {
    const trying = { answer: 'server', revision: 3 };
    const unsent = local({ revision: 5, sentRevision: 2, trying });
    expect(mergeAnswers(saved(3), [unsent])).toEqual([local({ revision: 5, sentRevision: 3 })]);
    expect(mergeAnswers(saved(4), [unsent])).toEqual([unsent]);
    expect(mergeAnswers(saved(3), [{ ...unsent, trying: { ...trying, answer: 'mine' } }])).toMatchObject([{ sentRevision: 2 }]);
  });

  it('an answer the server once had and lost is sent again', () => {
    expect(mergeAnswers([], [local({ revision: 5, sentRevision: 5 })])).toEqual([local({ revision: 5, sentRevision: 0 })]);
    expect(mergeAnswers(saved(3), [local({ revision: 5, sentRevision: 5 })])).toEqual([local({ revision: 5, sentRevision: 3 })]);
  });

  it('a question only flagged stays without an answer', () => {
    expect(mergeAnswers([], [local({ answer: null, revision: 0, flagged: true })])).toEqual([
      local({ answer: null, revision: 0, flagged: true }),
    ]);
  });
});

describe('whatever the network does', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'the server holds the last edit of each question in the end (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const { world, server, begin, open, onDevice } = arrangeAttempt({ random, latencyMs: () => random() * 3_000, turns: 8 });
      let { page, browser } = await begin();
      server.state.network = () =>
        random() < 0.5 ? 'fine' : ((['lost', 'dropped', 'fault'] as const)[Math.floor(random() * 3)] ?? 'fine');
      const last = new Map([[1, 'first']]);
      page.edit(1, 'first');
      for (let step = 0; step < 60; step += 1) {
        const what = random();
        const questionId = 1 + Math.floor(random() * 3);
        if (what < 0.6 && page.screenName() === 'running') {
          last.set(questionId, `${seed}-${step}`);
          page.edit(questionId, `${seed}-${step}`);
        } else if (what < 0.6) browser.setOnline(true);
        else if (what < 0.7) browser.setOnline(!browser.online());
        else if (what < 0.75) page.press('retry');
        else if (what < 0.8) browser.fire('hidden');
        else if (what < 0.85) {
          browser.close();
          ({ page, browser } = await open());
        }
        await world.advance(random() * 1_500);
      }
      server.state.network = () => 'fine';
      browser.setOnline(true);
      page.press('retry');
      const isSaved = () => page.screenName() === 'running' && page.saveState.value === 'saved';
      await world.until(() => isSaved() || page.screenName() === 'takenOver', 120_000);
      // Opened without a network in a new tab, it goes on with the session of the tab before; a start of that may have been lost.
      if (page.screenName() === 'takenOver') page.press('takeover');
      await world.until(isSaved, 120_000);
      // A request that the page gave up on may still arrive.
      await world.advance(10_000);
      for (const [questionId, answer] of last) expect(server.state.answers.get(questionId)?.answer).toBe(answer);
      for (const { revision, sentRevision } of await onDevice()) expect(sentRevision).toBe(revision);
      expect(server.state.setAside).toEqual([]);
    },
  );
});
