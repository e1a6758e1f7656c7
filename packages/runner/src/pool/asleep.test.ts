import { eventually } from '@assay/testing';
import { afterEach, expect, test } from 'vitest';
import type { Language, Offer, Program } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { type ChildOfKind, openRunner, type Pool } from './open-runner.ts';

const child = new URL('../testing/child-with-faults.ts', import.meta.url);
const offers: readonly Offer[] = [{ engine: 'faulty', language: 'ruby', version: '1', modes: ['stdio'] }];
const owner = { account: 'a', attempt: 'a' };
const echo: Program = { language: 'ruby', source: 'ok', tasks: [stdio('x')], limits: { seconds: 5, memory: 64, output: 1000 } };

let pool: Pool;
let tried: Language[];
afterEach(() => pool.close());

const open = async (kind: Partial<ChildOfKind>, idleSeconds?: number): Promise<void> => {
  tried = [];
  const passes = async (language: Language): Promise<boolean> => {
    tried.push(language);
    return true;
  };
  const whole: ChildOfKind = { name: 'threads', runs: 'threads', restricted: false, check: { passes, last: [] }, ...kind };
  pool = await openRunner({ child, size: 1, kinds: [whole], ...(idleSeconds === undefined ? {} : { idleSeconds }) });
};
const starts = () => pool.metrics().counters.childStarts;
const runs = async () => expect(await pool.run(echo, owner)).toMatchObject({ runs: [{ end: 'ended', stdout: 'x' }] });

test('what has passed before is offered without a process; the first program starts one, and tries nothing', async () => {
  await open({ offers });
  await pool.settled;
  expect(pool.offers()).toEqual(offers);
  expect(starts()).toBe(0);
  await Promise.all([runs(), runs()]);
  expect(starts()).toBe(1);
  expect(tried).toEqual([]);
});

test('a process that runs nothing is ended, which is no death; the next program starts another one, and what passed is not tried again', async () => {
  await open({}, 0.05);
  await pool.settled;
  expect(tried).toEqual(['ruby']);
  for (const started of [2, 3]) {
    await eventually(() => expect(pool.isAsleep()).toBe(true));
    expect(pool.offers()).toEqual(offers);
    await runs();
    expect(starts()).toBe(started);
  }
  expect(pool.metrics().counters).toMatchObject({ childDeaths: 0, runs: { ended: 2 } });
  expect(tried).toEqual(['ruby']);
});

test('a process that does not start when it is needed leaves its programs without an engine', async () => {
  await open({ name: 'broken', offers });
  expect(await pool.run(echo, owner)).toMatchObject({ runs: [{ end: 'not-run', stderr: 'the engine does not start\n' }] });
});
