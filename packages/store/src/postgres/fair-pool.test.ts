import { EventEmitter } from 'node:events';
import pg from 'pg';
import { expect, it } from 'vitest';
import { workFor } from '../fair-queue.ts';
import { StoreUnavailable } from '../store.ts';
import { FairPool } from './fair-pool.ts';

/** Gives a connection to all who ask. */
class Connections extends EventEmitter {
  readonly options = new pg.Pool().options;
  async connect(): Promise<pg.PoolClient> {
    const client: pg.PoolClient = Object.assign(new pg.Client(), { release: () => this.emit('release', undefined, client) });
    return client;
  }
  async end(): Promise<void> {}
}

const make = (most: number, patience = 60_000) => {
  let now = 0;
  const pool = new FairPool(new Connections(), { most, patience, now: () => now });
  const order: string[] = [];
  const asked = (owner: string) =>
    workFor([owner], async () => {
      const client = await pool.connect();
      order.push(owner);
      return client;
    });
  const spend = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { order, asked, spend };
};

it('a connection goes to who took little before those who asked for many, however long they wait', async () => {
  const { order, asked, spend } = make(1);
  const first = await asked('busy');
  spend(20);
  const flood = [asked('busy'), asked('busy')];
  const modest = asked('modest');
  first.release();
  (await modest).release();
  (await flood[0])?.release();
  (await flood[1])?.release();
  expect(order).toEqual(['busy', 'modest', 'busy', 'busy']);
});

it('who is alone has all connections from the first moment on, and those who wait for others that do not come have them soon', async () => {
  const { asked, spend } = make(3);
  const alone = await Promise.all(Array.from({ length: 3 }, () => asked('busy')));
  spend(30);
  for (const client of alone) client.release();
  await Promise.all(Array.from({ length: 3 }, () => asked('busy')));
  const shared = make(4);
  const before = await Promise.all(Array.from({ length: 4 }, () => shared.asked('busy')));
  shared.spend(30);
  for (const client of before) client.release();
  (await shared.asked('modest')).release();
  // None of them is released.
  const again = Promise.all(Array.from({ length: 4 }, () => shared.asked('busy')));
  shared.spend(110);
  await again;
});

it('half of the connections are for others while they come', async () => {
  const { order, asked, spend } = make(4);
  const all = await Promise.all(Array.from({ length: 4 }, () => asked('busy')));
  spend(40);
  for (const client of all) client.release();
  (await asked('modest')).release();
  const more = Array.from({ length: 4 }, () => asked('busy'));
  await Promise.all(more.slice(0, 2));
  (await asked('modest')).release();
  expect(order.filter((owner) => owner === 'busy')).toHaveLength(6);
  spend(110);
  await Promise.all(more);
});

it('who waits longer than patience allows is told, and takes no connection afterwards', async () => {
  const { order, asked } = make(1, 20);
  const first = await asked('one');
  await expect(asked('other')).rejects.toBeInstanceOf(StoreUnavailable);
  first.release();
  (await asked('third')).release();
  expect(order).toEqual(['one', 'third']);
});
