import { eventually } from '@assay/testing';
import { afterEach, expect, test } from 'vitest';
import type { Language, Offer, Program } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { type ChildOfKind, type Later, openRunner, type Pool, type Round } from './open-runner.ts';
import type { SelfTestNews } from './untested.ts';

const child = new URL('../testing/child-with-faults.ts', import.meta.url);
const offers: readonly Offer[] = [{ engine: 'faulty', language: 'ruby', version: '1', modes: ['stdio'] }];
const grading = { account: 'a', attempt: '1', comesAgain: true } as const;
const programIn = (language: Language): Program => ({
  ...{ language, source: 'ok', tasks: [stdio('x')], limits: { seconds: 5, memory: 64, output: 1000 } },
});

let pool: Pool;
afterEach(() => pool.close());

/** A self-test outside that says what `tell` is given, and a kind that runs Ruby at once. */
const open = async (later: Pick<Later, 'languages'>, changes: Partial<ChildOfKind> = {}) => {
  const news: SelfTestNews[] = [];
  const rounds = new TransformStream<Round, Round>(undefined, { highWaterMark: 10 });
  const writer = rounds.writable.getWriter();
  const kind: ChildOfKind = { name: 'threads', runs: 'threads', restricted: false, offers, check: { passes: async () => true, last: [] } };
  pool = await openRunner({
    ...{ child, size: 1, kinds: [{ ...kind, ...changes }], onSelfTest: (one) => news.push(one) },
    later: { ...later, rounds: rounds.readable },
  });
  return { news, tell: (round: Round) => writer.write(round) };
};
const untested = () => pool.metrics().gauges.untested;
const ran = { runs: [{ end: 'ended', stdout: 'x' }] };

test('while one engine is in its self-test programs of the others are run, and its own come again without holding a place', async () => {
  const { news, tell } = await open({ languages: ['c'] });
  for (const attempt of ['1', '2', '1'])
    expect(await pool.run(programIn('c'), { ...grading, attempt })).toMatchObject({ refused: 'untested', againInMs: 1000 });
  expect(await pool.run(programIn('ruby'), grading)).toMatchObject(ran);
  expect(untested()).toBe(2);
  expect(news).toEqual([{ is: 'waiting', languages: ['c'] }]);
  // A machine too busy to try it has not decided that there is none.
  await tell({ kinds: [], undecided: ['c'] });
  await pool.settled;
  expect(await pool.run(programIn('c'), grading)).toMatchObject({ refused: 'untested' });
  await tell({ kinds: [], undecided: [] });
  await eventually(() => expect(untested()).toBe(0));
  expect(news).toEqual([
    { is: 'waiting', languages: ['c'] },
    { is: 'over', languages: ['c'], seconds: expect.any(Number) },
  ]);
  expect(await pool.run(programIn('c'), grading)).toMatchObject({ refused: 'not-offered' });
});

test('of so many that wait for it few come again in a second', async () => {
  await open({ languages: ['c'] });
  const again = await Promise.all(
    Array.from({ length: 200 }, (_, index) => pool.run(programIn('c'), { ...grading, attempt: String(index) })),
  );
  expect(again.at(-1)).toMatchObject({ againInMs: 4000 });
});

test('a language of the preferred engine waits until that one has decided, however long: which engine grades never depends on the load', async () => {
  const { tell } = await open({ languages: ['ruby'] });
  expect(await pool.run(programIn('ruby'), grading)).toMatchObject({ refused: 'untested' });
  const waiting = pool.run(programIn('ruby'), { account: 'a', attempt: '2', waits: 'candidate' });
  await tell({ kinds: [], undecided: ['ruby'] });
  await pool.settled;
  expect(untested()).toBe(2);
  await tell({ kinds: [], undecided: [] });
  expect(await waiting).toMatchObject(ran);
  expect(untested()).toBe(0);
});

test('a language that could not be tried is tried again, and its programs wait meanwhile', async () => {
  let tries = 0;
  const passes = async () => {
    tries += 1;
    return tries === 1 ? ('again' as const) : true;
  };
  await open({ languages: [] }, { offers: [], check: { passes, last: [] } });
  await pool.tried;
  expect(pool.offers()).toEqual([]);
  expect(await pool.run(programIn('ruby'), { account: 'a', attempt: '1' })).toMatchObject(ran);
  expect(tries).toBe(2);
});
