import { describe, expect, it } from 'vitest';
import type { AnswerRecord } from './answer-store.ts';
import { mergeAnswers } from './answers.ts';
import { arrangeAttempt } from './testing/arrange-attempt.ts';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

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
    server.state.weather = () => 'fault';
    page.edit(1, 'x');
    await world.advance(10 * 60_000);
    expect(saves().length).toBeGreaterThan(20);
    expect(saves().length).toBeLessThan(40);
  });
});

describe('an answer the server did not accept', () => {
  it('gives way to a later one of another tab or device', async () => {
    const { world, server, begin } = arrangeAttempt();
    const { page } = await begin();
    server.state.answers.set(1, { answer: 'theirs', revision: 9 });
    page.edit(1, 'mine');
    await world.advance(1_000);
    expect(page.answers.value.get(1)).toEqual({ answer: 'theirs', flagged: false, save: 'saved' });
    page.edit(1, 'mine after all');
    await world.advance(1_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'mine after all', revision: 10 });
  });

  it('is sent above the stored one when it was edited meanwhile', async () => {
    const { world, server, begin } = arrangeAttempt({ latencyMs: () => 2_000 });
    const { page } = await begin();
    server.state.answers.set(1, { answer: 'theirs', revision: 9 });
    page.edit(1, 'mine');
    await world.advance(700);
    page.edit(1, 'mine, longer');
    await world.advance(10_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'mine, longer', revision: 10 });
  });

  it('of the same revision as another one is sent above it', async () => {
    const { world, server, begin } = arrangeAttempt();
    const { page } = await begin();
    server.state.answers.set(1, { answer: 'a late request of this page before its reload', revision: 1 });
    page.edit(1, 'mine');
    await world.advance(1_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'mine', revision: 2 });
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
  it('an unsent answer of a higher revision wins and stays unsent', () => {
    expect(mergeAnswers(saved(2), [local({ revision: 5, sentRevision: 2 })])).toEqual([local({ revision: 5, sentRevision: 2 })]);
    expect(mergeAnswers([], [local({ revision: 5 })])).toEqual([local({ revision: 5 })]);
  });

  it('an answer saved elsewhere of a higher or the same revision wins; the flag stays', () => {
    for (const revision of [5, 7]) {
      expect(mergeAnswers(saved(revision), [local({ revision: 5, flagged: true })])).toEqual([
        { questionId: 1, answer: 'server', revision, sentRevision: revision, flagged: true },
      ]);
    }
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
      server.state.weather = () =>
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
      server.state.weather = () => 'fine';
      browser.setOnline(true);
      page.press('retry');
      await world.until(() => page.screenName() === 'running' && page.saveState.value === 'saved', 120_000);
      // A request that the page gave up on may still arrive.
      await world.advance(10_000);
      for (const [questionId, answer] of last) expect(server.state.answers.get(questionId)?.answer).toBe(answer);
      for (const { revision, sentRevision } of await onDevice()) expect(sentRevision).toBe(revision);
    },
  );
});
