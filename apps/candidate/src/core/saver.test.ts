import { describe, expect, it } from 'vitest';
import type { AnswerRecord } from './answer-store.ts';
import { createProtocol } from './protocol.ts';
import { createSaver } from './saver.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';
import { createFakeServer, type Weather } from './testing/fake-server.ts';
import { createWorld } from './testing/fake-world.ts';
import type { AnswerView, SaveState } from './types.ts';

type Options = { readonly latencyMs?: () => number; readonly weather?: () => Weather; readonly random?: () => number };

const arrange = ({ latencyMs, weather, random }: Options = {}) => {
  const world = createWorld(undefined, 2);
  const server = createFakeServer({ world, ...(latencyMs && { latencyMs }), ...(weather && { weather }) });
  Object.assign(server.state, { status: 'In progress', startedAt: world.now(), deadline: world.now() + 1e9, session: 'me' });
  const browser = createFakeBrowser({ world, fetch: server.fetch, ...(random && { random }) });
  const protocol = createProtocol({ takeUrl: '/take/token', sessionId: 'me', web: browser, measure: () => {} });
  const kept = new Map<number, AnswerRecord>();
  const seen = { answers: new Map<number, AnswerView>() as ReadonlyMap<number, AnswerView>, overall: 'saved' as SaveState, stopped: '' };
  const open = () =>
    createSaver({
      protocol,
      store: { put: async (record) => void kept.set(record.questionId, record) },
      browser,
      onChange: (answers, overall) => Object.assign(seen, { answers, overall }),
      onStopped: (statuscode) => {
        seen.stopped = statuscode;
      },
    });
  const saves = () => server.state.requests.filter((request) => request.startsWith('PUT'));
  return { world, server, browser, kept, seen, open, saves };
};

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

const never = new Promise<void>(() => {});

describe('an edit', () => {
  it('is kept on the device at once and sent after the debounce, the last of a burst only', async () => {
    const { world, server, kept, seen, open, saves } = arrange();
    const saver = open();
    saver.edit(1, 'a');
    saver.edit(1, 'ab');
    expect(kept.get(1)).toMatchObject({ answer: 'ab', revision: 2, sentRevision: 0 });
    expect(seen.overall).toBe('saving');
    await world.advance(599);
    expect(saves()).toEqual([]);
    await world.advance(50);
    expect(server.state.answers.get(1)).toEqual({ answer: 'ab', revision: 2 });
    expect(seen.overall).toBe('saved');
    expect(kept.get(1)).toMatchObject({ sentRevision: 2 });
  });

  it('by who never pauses typing is sent every three seconds all the same', async () => {
    const { world, open, saves } = arrange();
    const saver = open();
    for (let key = 0; key < 70; key += 1) {
      saver.edit(1, 'x'.repeat(key));
      await world.advance(100);
    }
    expect(saves().length).toBe(2);
  });

  it('waits for the one before on its question, which it would overtake', async () => {
    const { world, open, saves, server } = arrange({ latencyMs: () => 1_000 });
    const saver = open();
    saver.edit(1, 'first');
    await world.advance(600);
    saver.edit(1, 'second');
    saver.sendNow();
    await world.advance(999);
    expect(saves().length).toBe(1);
    await world.advance(2_000);
    expect([saves().length, server.state.answers.get(1)]).toEqual([2, { answer: 'second', revision: 2 }]);
  });

  it('goes out with two others at most', async () => {
    const { world, open, saves, server } = arrange({ latencyMs: () => 1_000 });
    const saver = open();
    for (const questionId of [1, 2, 3, 4, 5]) saver.edit(questionId, 'first');
    await world.advance(600);
    expect(saves()).toEqual(['PUT answers/1', 'PUT answers/2', 'PUT answers/3']);
    await world.advance(5_000);
    expect(server.state.answers.size).toBe(5);
  });
});

describe('without a network', () => {
  it('says offline, tries again with growing waits, and at once when woken', async () => {
    const { world, browser, server, seen, open, saves } = arrange();
    const saver = open();
    browser.setOnline(false);
    saver.edit(1, 'kept');
    await world.advance(10 * 60_000);
    expect(seen.overall).toBe('offline');
    expect(seen.answers.get(1)).toEqual({ answer: 'kept', flagged: false, save: 'offline' });
    expect(saves()).toEqual([]);
    browser.setOnline(true);
    saver.wake();
    await world.advance(20);
    expect(server.state.answers.get(1)).toEqual({ answer: 'kept', revision: 1 });
    expect(seen.overall).toBe('saved');
  });

  it('asks a server in trouble no oftener than every 15 s in the end', async () => {
    const { world, open, saves } = arrange({ weather: () => 'fault' });
    open().edit(1, 'x');
    await world.advance(10 * 60_000);
    expect(saves().length).toBeGreaterThan(20);
    expect(saves().length).toBeLessThan(40);
  });
});

describe('an answer the server did not accept', () => {
  it('gives way to a later one of another tab or device', async () => {
    const { world, server, seen, open } = arrange();
    server.state.answers.set(1, { answer: 'theirs', revision: 9 });
    const saver = open();
    saver.edit(1, 'mine');
    await world.advance(1_000);
    expect(seen.answers.get(1)).toEqual({ answer: 'theirs', flagged: false, save: 'saved' });
    saver.edit(1, 'mine after all');
    await world.advance(1_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'mine after all', revision: 10 });
  });

  it('is sent above the stored one when it was edited meanwhile', async () => {
    const { world, server, open } = arrange({ latencyMs: () => 2_000 });
    server.state.answers.set(1, { answer: 'theirs', revision: 9 });
    const saver = open();
    saver.edit(1, 'mine');
    await world.advance(700);
    saver.edit(1, 'mine, longer');
    await world.advance(10_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'mine, longer', revision: 10 });
  });

  it('of the same revision as another one is sent above it', async () => {
    const { world, server, open } = arrange();
    server.state.answers.set(1, { answer: 'a late request of this page before its reload', revision: 1 });
    open().edit(1, 'mine');
    await world.advance(1_000);
    expect(server.state.answers.get(1)).toEqual({ answer: 'mine', revision: 2 });
  });
});

describe('a refusal', () => {
  it.each(['403.15', '403.16', '403.17', '403.18', '403.19'])('%s stops all saving and says so once', async (statuscode) => {
    const { world, server, seen, kept, open, saves } = arrange();
    server.state.refusing = () => statuscode;
    const saver = open();
    saver.edit(1, 'x');
    await world.advance(1_000);
    saver.edit(2, 'y');
    await world.advance(60_000);
    expect(seen.stopped).toBe(statuscode);
    expect(seen.overall).toBe('stopped');
    expect(saves().length).toBe(1);
    expect(kept.get(1)).toMatchObject({ answer: 'x', sentRevision: 0 });
  });

  it('of one answer leaves the others alone, and its next edit is sent', async () => {
    const { world, server, seen, open } = arrange();
    server.state.refusing = (request) => (request === 'PUT answers/1' ? '400.1' : undefined);
    const saver = open();
    saver.edit(1, 'too long');
    saver.edit(2, 'fine');
    await world.advance(60_000);
    expect([seen.answers.get(1)?.save, seen.answers.get(2)?.save, seen.stopped]).toEqual(['stopped', 'saved', '']);
    expect(await saver.flush(never)).toBe(true);
    server.state.refusing = () => undefined;
    saver.edit(1, 'short');
    await world.advance(1_000);
    expect(server.state.answers.get(1)?.answer).toBe('short');
  });
});

describe('flush', () => {
  it('sends without the debounce and resolves when the server has everything', async () => {
    const { world, server, open } = arrange();
    const saver = open();
    saver.edit(1, 'a');
    saver.edit(2, 'b');
    let done: boolean | undefined;
    void saver.flush(never).then((all) => {
      done = all;
    });
    await world.advance(100);
    expect(done).toBe(true);
    expect(server.state.answers.size).toBe(2);
  });

  it('waits for the network until it is given up', async () => {
    const { world, browser, open } = arrange();
    const saver = open();
    browser.setOnline(false);
    saver.edit(1, 'a');
    let done: boolean | undefined;
    let giveUp: () => void = () => {};
    void saver.flush(new Promise<void>((resolve) => (giveUp = resolve))).then((all) => {
      done = all;
    });
    await world.advance(60_000);
    expect(done).toBeUndefined();
    giveUp();
    await world.advance(0);
    expect(done).toBe(false);
  });
});

describe('what is loaded', () => {
  it('is sent where the server lacks it, and gives way to nothing older', async () => {
    const { world, server, seen, open } = arrange();
    server.state.answers.set(2, { answer: 'b', revision: 4 });
    const saver = open();
    saver.load([
      { questionId: 1, answer: 'unsent', revision: 3, sentRevision: 1, flagged: true },
      { questionId: 2, answer: 'b', revision: 4, sentRevision: 4, flagged: false },
    ]);
    saver.load([{ questionId: 2, answer: 'older', revision: 4, sentRevision: 0, flagged: false }]);
    await world.advance(100);
    expect([...server.state.answers]).toEqual([
      [2, { answer: 'b', revision: 4 }],
      [1, { answer: 'unsent', revision: 3 }],
    ]);
    expect(seen.answers.get(1)).toEqual({ answer: 'unsent', flagged: true, save: 'saved' });
    expect(seen.answers.get(2)?.answer).toBe('b');
  });
});

describe('whatever the network does', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'the server holds the last edit of each question in the end (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      let rough = true;
      const pick = (): Weather =>
        !rough || random() < 0.5 ? 'fine' : ((['lost', 'dropped', 'fault'] as const)[Math.floor(random() * 3)] ?? 'fine');
      const { world, browser, server, kept, seen, open } = arrange({ latencyMs: () => random() * 3_000, weather: pick, random });
      let saver = open();
      const last = new Map<number, string>();
      for (let step = 0; step < 60; step += 1) {
        const what = random();
        const questionId = 1 + Math.floor(random() * 3);
        if (what < 0.6) {
          last.set(questionId, `${seed}-${step}`);
          saver.edit(questionId, `${seed}-${step}`);
        } else if (what < 0.7) browser.setOnline(!browser.online());
        else if (what < 0.75) saver.wake();
        else if (what < 0.8) saver.sendNow();
        else if (what < 0.85) {
          saver.dispose();
          saver = open();
          saver.load([...kept.values()]);
        }
        await world.advance(random() * 1_500);
      }
      rough = false;
      browser.setOnline(true);
      saver.wake();
      await world.until(() => seen.overall === 'saved', 120_000);
      // What a request given up on still does when it arrives late.
      await world.advance(10_000);
      for (const [questionId, answer] of last) {
        expect(server.state.answers.get(questionId)?.answer).toBe(answer);
        expect(kept.get(questionId)?.sentRevision).toBe(kept.get(questionId)?.revision);
      }
    },
  );
});
