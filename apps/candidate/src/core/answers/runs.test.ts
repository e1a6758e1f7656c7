import type { RunNews, RunResult } from '@assay/domain/take';
import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { codeQuestion } from '../testing/code-question.ts';
import { retryAfterSeconds } from '../testing/fake-server.ts';

const cases: RunResult['cases'] = [{ name: 'one', verdict: 'accepted', stdout: '1\n', stderr: '', expected: '1\n', seconds: 0.03 }];
const answer = { language: 'python', source: 'print(1)' } as const;

const arrange = async (runMs = 1_000) => {
  let latency = 10;
  const arranged = arrangeAttempt({ code: codeQuestion, latencyMs: () => latency });
  const { page, browser } = await arranged.begin();
  arranged.server.state.cases = cases;
  latency = runMs;
  const run = (input?: string) => page.dispatch({ type: 'run-pressed', questionId: 3, of: { answer, input } });
  const last = () => page.runs.value.last.get(3);
  return { ...arranged, page, browser, run, last };
};

describe('a run', () => {
  it('sends the program and the own input, and shows what came of it', async () => {
    const { world, server, run, last } = await arrange();
    run('5\n');
    expect(last()).toMatchObject({ type: 'running' });
    await world.advance(1_500);
    expect(last()).toEqual({ type: 'done', of: { answer, input: '5\n' }, cases });
    expect(server.state.runs).toMatchObject([{ questionId: 3, answer, input: '5\n' }]);
  });

  describe('that the server tells of', () => {
    const two = [...cases, { ...cases[0], name: 'two', verdict: 'time-limit-exceeded' } as const] as RunResult['cases'];
    const news: RunNews[] = [{ ahead: 2 }, { ahead: null }, ...two.map((one, index) => ({ ran: { index, ...one } }))];
    const arrangeNews = async () => {
      const arranged = await arrange(100);
      Object.assign(arranged.server.state, { cases: two, news });
      arranged.run();
      await arranged.world.advance(100);
      return arranged;
    };

    it('says how many programs go before it, then counts its own seconds, and shows each case as it ends', async () => {
      const { world, last } = await arrangeNews();
      await world.advance(1_000);
      expect(last()).toMatchObject({ type: 'running', ahead: 2, cases: [] });
      const before = last();
      await world.advance(1_000);
      expect(last()).toMatchObject({ type: 'running', ahead: null, cases: [] });
      const [waited, ran] = [before, last()].map((one) => (one?.type === 'running' ? one.startedAt : 0));
      expect(ran).toBeGreaterThan((waited ?? 0) + 1_000);
      await world.advance(1_000);
      expect(last()).toMatchObject({ type: 'running', cases: [{ name: 'one' }] });
      await world.advance(1_000);
      expect(last()).toMatchObject({ type: 'running', cases: two });
      await world.advance(3_000);
      expect(last()).toEqual({ type: 'done', of: { answer, input: undefined }, cases: two });
    });

    it('keeps what has ended when the connection breaks', async () => {
      const { world, server, last } = await arrangeNews();
      server.state.breaksOff = true;
      await world.advance(8_000);
      expect(last()).toMatchObject({ type: 'failed', why: 'offline', cases: two });
    });

    it('ends with the test: what comes of it later changes nothing', async () => {
      const { world, page, last } = await arrangeNews();
      await world.advance(3_000);
      page.dispatch({ type: 'submit-pressed' });
      await world.advance(10_000);
      expect(page.screenName()).toBe('completed');
      expect(last()?.type).not.toBe('done');
    });
  });

  it('is one at a time', async () => {
    const { world, server, page, run } = await arrange();
    run();
    run();
    page.dispatch({ type: 'run-pressed', questionId: 2, of: { answer } });
    await world.advance(1_500);
    expect(server.state.runs.length).toBe(1);
  });

  it('begins three seconds after the one before at the earliest', async () => {
    const { world, server, run } = await arrange(100);
    run();
    await world.advance(2_900);
    run();
    expect(server.state.runs.length).toBe(1);
    await world.advance(100);
    run();
    await world.advance(200);
    expect(server.state.runs.length).toBe(2);
  });

  it('is waited for longer than other requests', async () => {
    const { world, run, last } = await arrange(59_000);
    run();
    await world.advance(59_500);
    expect(last()).toMatchObject({ type: 'done' });
  });

  it('too soon can be pressed again when the server says', async () => {
    const { world, server, run, last } = await arrange();
    server.state.refusing = (request) => (request === 'POST runs' ? '429.1' : undefined);
    run();
    await world.advance(1_000);
    expect(last()).toMatchObject({ type: 'failed', why: 'early' });
    server.state.refusing = () => undefined;
    run();
    await world.advance(retryAfterSeconds * 1_000);
    expect(server.state.runs.length).toBe(0);
    run();
    await world.advance(1_500);
    expect(last()).toMatchObject({ type: 'done' });
  });

  it('over a quota of the organization, which ends in hours, is no pause to count down: it may be pressed again at once', async () => {
    const { world, server, page, run, last } = await arrange();
    server.state.refusing = (request) => (request === 'POST runs' ? '429.1' : undefined);
    server.state.retryAfterSeconds = 3 * 60 * 60;
    run();
    await world.advance(3_500);
    expect([last(), page.screenName()]).toMatchObject([{ type: 'failed', why: 'unavailable' }, 'running']);
    server.state.refusing = () => undefined;
    run();
    await world.advance(1_500);
    expect(last()).toMatchObject({ type: 'done' });
  });

  it.each([
    ['409.1', 'limit'],
    ['503.1', 'unavailable'],
    ['500.1', 'unavailable'],
    ['400.1', 'refused'],
  ] as const)('that is answered with %s failed: %s; the test goes on', async (statuscode, why) => {
    const { world, server, page, run, last } = await arrange();
    server.state.refusing = (request) => (request === 'POST runs' ? statuscode : undefined);
    run();
    await world.advance(1_500);
    expect([last(), page.screenName()]).toEqual([{ type: 'failed', of: { answer }, why, cases: [] }, 'running']);
  });

  it('without a network fails at once, and is not sent again without the candidate', async () => {
    const { world, server, browser, run, last } = await arrange();
    browser.setOnline(false);
    run();
    await world.advance(100);
    expect(last()).toMatchObject({ type: 'failed', why: 'offline' });
    browser.setOnline(true);
    await world.advance(60_000);
    expect(server.state.runs.length).toBe(0);
  });

  it('ends with the test when another device took over', async () => {
    const { world, server, page, run } = await arrange();
    server.state.refusing = (request) => (request === 'POST runs' ? '403.19' : undefined);
    run();
    await world.advance(1_500);
    expect(page.screenName()).toBe('takenOver');
  });
});
