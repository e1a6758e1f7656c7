import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { codeQuestion } from '../testing/code-question.ts';
import { recordWritten } from './typing-record.ts';

const arrange = () => {
  const arranged = arrangeAttempt({ code: codeQuestion });
  const { server } = arranged;
  const begin = async (opening: Parameters<typeof arranged.begin>[1] = {}) => {
    const { page, browser } = await arranged.begin(undefined, opening);
    let before = '';
    const write = (text: string) => {
      const at = page.sinceStart();
      const typing = recordWritten(page.typing.peek(), { questionId: 3, language: 'python', before, text, isPasted: false, at });
      page.dispatch({ type: 'typing-recorded', typing });
      before = text;
    };
    return { page, browser, write };
  };
  const requests = () => server.state.requests.filter((request) => request === 'POST edits').length;
  const recorded = () => [...server.state.batches.values()].flat().flatMap(({ change }) => change.map(({ inserted }) => inserted));
  return { ...arranged, begin, requests, recorded };
};

describe('what was typed', () => {
  it('is sent every 20 s, with the time since the start', async () => {
    const { world, server, begin, requests, recorded } = arrange();
    const { write } = await begin();
    await world.advance(5_000);
    write('a');
    await world.advance(10_000);
    write('ab');
    await world.advance(9_000);
    expect(requests()).toBe(0);
    await world.advance(2_000);
    expect([requests(), recorded()]).toEqual([1, ['a', 'b']]);
    expect([...server.state.batches.values()].flat().map(({ at }) => Math.round(at / 1_000))).toEqual([5, 15]);
    await world.advance(120_000);
    expect(requests()).toBe(1);
  });

  it('is kept while offline, and over a reload; a batch without a response is sent again as it was', async () => {
    const { world, server, device, begin, open, recorded } = arrange();
    const tabStorage = new Map<string, string>();
    const first = await begin({ tabStorage });
    first.write('a');
    server.state.network = () => 'lost';
    await world.advance(30_000);
    first.write('ab');
    await world.advance(60_000);
    first.browser.close();
    server.state.network = () => 'fine';
    const { page } = await open(device, { tabStorage });
    await world.until(() => page.screenName() === 'running');
    await world.advance(30_000);
    expect(recorded()).toEqual(['a', 'b']);
    expect([...server.state.batches.keys()].map((name) => name.split(' ')[1])).toEqual(['1', '2']);
  });

  it('is sent before the test is submitted', async () => {
    const { world, begin, recorded } = arrange();
    const { page, write } = await begin();
    write('a');
    page.press('submit');
    await world.until(() => page.screenName() === 'completed');
    expect(recorded()).toEqual(['a']);
  });

  it('that cannot be sent holds up a submit for three seconds at most', async () => {
    const { world, server, begin } = arrange();
    server.state.refusing = (request) => (request === 'POST edits' ? '500.1' : undefined);
    const { page, write } = await begin();
    write('a');
    page.press('submit');
    await world.until(() => page.screenName() === 'completed', 5_000);
  });

  it('is dropped when the server refuses it, and what is typed later is sent', async () => {
    const { world, server, begin, recorded } = arrange();
    const { page, write } = await begin();
    server.state.refusing = (request) => (request === 'POST edits' ? '400.1' : undefined);
    write('a');
    await world.advance(21_000);
    server.state.refusing = () => undefined;
    write('ab');
    await world.advance(21_000);
    expect([page.screenName(), recorded()]).toEqual(['running', ['b']]);
  });

  it('of many edits goes in parts', async () => {
    const { world, server, begin } = arrange();
    const { browser, write } = await begin();
    browser.setOnline(false);
    // The first part was being sent when the network went.
    for (let edit = 1; edit <= 450; edit += 1) {
      write('x'.repeat(edit));
      await world.advance(2_001);
    }
    browser.setOnline(true);
    await world.until(() => [...server.state.batches.values()].flat().length === 450, 120_000);
    expect([...server.state.batches.values()].map(({ length }) => length)).toEqual([10, 200, 200, 40]);
  });
});
