import { expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';
import { randomFrom } from '../testing/random.ts';

it('the issue of an old draft: what a laptop typed offline never overwrites what a phone saved since', async () => {
  const { world, server, begin, open, stored } = arrangeAttempt();
  const laptop = await begin();
  laptop.page.edit(1, 'both have seen it');
  await world.until(() => laptop.page.saveState.value === 'saved');
  laptop.browser.setOnline(false);
  for (const text of ['O', 'OL', 'OLD', 'OLD draft']) laptop.page.edit(1, text);
  const phone = await open(createDevice());
  phone.page.edit(1, 'NEW final answer');
  await world.until(() => phone.page.saveState.value === 'saved');

  laptop.browser.setOnline(true);
  await world.until(() => laptop.page.screenName() === 'takenOver');
  laptop.page.press('takeover');
  await world.until(() => laptop.page.saveState.value === 'choose');
  expect(laptop.page.answers.value.get(1)).toMatchObject({ answer: 'OLD draft', conflict: { answer: 'NEW final answer' } });
  expect([stored(), server.state.setAside]).toEqual([{ 1: 'NEW final answer' }, ['OLD draft']]);
});

/** What a page may overwrite, because the candidate could see it there. */
const watch = async (sessionId: string, open: ReturnType<typeof arrangeAttempt>['open']) => {
  const device = createDevice();
  const tabStorage = new Map([['assay.session', sessionId]]);
  const seen = new Set<unknown>();
  const load = async () => {
    const opened = await open(device, { tabStorage });
    opened.page.answers.subscribe((answers) => {
      for (const { answer, conflict } of answers.values()) seen.add(answer).add(conflict?.answer);
    });
    return opened;
  };
  let opened = await load();
  return {
    seen,
    typed: new Map<number, string>(),
    page: () => opened.page,
    browser: () => opened.browser,
    sessionId,
    reload: async () => {
      opened.browser.close();
      opened = await load();
    },
  };
};

it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'whatever two devices do, no answer is overwritten unseen, and none that was typed last is lost (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
    const { world, server, begin, open } = arrangeAttempt({ random, latencyMs: () => random() * 1_000, turns: 8 });
    (await begin()).browser.close();
    const devices = [await watch('laptop', open), await watch('phone', open)] as const;
    const unseen: unknown[] = [];
    const acknowledged = new Set<unknown>();
    server.state.onOverwritten = (answer, sessionId) => {
      acknowledged.add(answer);
      const by = devices.find((device) => device.sessionId === sessionId);
      if (by?.seen.has(answer) !== true) unseen.push({ answer, sessionId });
    };
    server.state.network = () => (random() < 0.7 ? 'fine' : (pick(['lost', 'dropped', 'fault'] as const) ?? 'fine'));
    const choose = ({ page }: (typeof devices)[number]) => {
      for (const [questionId, { conflict }] of page().answers.value)
        if (conflict !== undefined) page().choose(questionId, random() < 0.5 ? 'here' : 'elsewhere');
    };

    for (let step = 0; step < 60; step += 1) {
      const device = pick(devices);
      if (device === undefined) break;
      const { page, browser, typed } = device;
      const what = random();
      if (what < 0.5 && page().screenName() === 'running') {
        const questionId = 1 + Math.floor(random() * 2);
        if (page().answers.value.get(questionId)?.conflict !== undefined) continue;
        typed.set(questionId, `${seed}-${step}`);
        page().edit(questionId, `${seed}-${step}`);
      } else if (what < 0.65) page().press('takeover');
      else if (what < 0.8) browser().setOnline(!browser().online());
      else if (what < 0.9) choose(device);
      else if (what < 0.95) await device.reload();
      await world.advance(random() * 2_000);
    }

    server.state.network = () => 'fine';
    for (const device of [...devices, devices[0]]) {
      await device.reload();
      await world.until(() => {
        if (device.page().screenName() !== 'running') device.page().press('takeover');
        if (device.page().screenName() === 'unreachable') device.page().press('retry');
        choose(device);
        return device.page().screenName() === 'running' && device.page().saveState.value === 'saved';
      });
      await world.advance(2_000);
    }
    expect(unseen).toEqual([]);
    const kept = new Set([...acknowledged, ...server.state.setAside, ...[...server.state.answers.values()].map(({ answer }) => answer)]);
    for (const { typed } of devices) for (const answer of typed.values()) expect(kept).toContain(answer);
    for (const [questionId, { answer }] of server.state.answers)
      expect(devices[0].page().answers.value.get(questionId)?.answer).toBe(answer);
  },
);
