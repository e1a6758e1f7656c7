import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel, repetitions, tellTrial, until } from '@assay/testing';
import { describe, expect, onTestFailed } from 'vitest';
import { apiOf } from './support/api.ts';
import { completeTest } from './support/complete.ts';
import { verifiedBody } from './support/receiver.ts';
import { it, withTimings } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'worker-kill-9-worker-kill-9-worker-kill-9';
const kills = repetitions(3, 20);
const perKill = repetitions(10, 20);

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
const seeded = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

describe('kill -9 of the worker', () => {
  it(`at random moments over ${kills * perKill} completions loses no callback, and repeats can be told by their webhook-id`, async ({
    servers,
  }) => {
    const seed = randomInt(2 ** 31);
    onTestFailed(() => void process.stderr.write(`the seed was ${seed}\n`));
    const random = seeded(seed);

    // Some first tries meet a receiver in trouble; every answer takes a moment, in which a worker may die.
    const axe = { at: Number.POSITIVE_INFINITY, fall: () => undefined as unknown };
    const receiver = await servers.receiver((response, _, earlier) => {
      if (receiver.received.length === axe.at) axe.fall();
      const status = earlier === 0 && random() < 0.1 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), random() * 60);
    });
    const environment = {
      ASSAY_DATA_DIR: await servers.directory(),
      ASSAY_CALLBACK_ALLOW: '127.0.0.0/8',
      // What a killed worker held is free after four seconds.
      ...withTimings({ reportLeaseMs: 2000, callbackTimeoutMs: 3000, callbackLeaseMs: 4000, reportPollMs: 100, deliveryPollMs: 100 }),
    };
    const server = await servers.start({ ...environment, ASSAY_API_KEY: apiKey, ASSAY_WORKER: 'apart' });
    const api = apiOf(server, apiKey);
    const { testId } = await api.importTest(smallTestFile(1));

    const completing: Promise<number[]>[] = [];
    let worker = await servers.startWorker(environment);
    for (let round = 0; round < kills; round += 1) {
      const emails = Array.from({ length: perKill }, (_, index) => `c${round}-${index}@example.com`);
      completing.push(inParallel(emails, 4, (email) => completeTest(server, apiKey, { testId, email, callbackURL: receiver.url })));
      // By turns: while a receiver makes up its answer, and at any other moment. Neither is waited for: it is what is tried here.
      const fallen = new Promise((resolve) => Object.assign(axe, { fall: () => resolve(worker.kill()) }));
      axe.at = round % 2 === 0 ? receiver.received.length + 1 + Math.floor(random() * 8) : Number.POSITIVE_INFINITY;
      await (round % 2 === 0 ? fallen : pause(random() * 1000).then(() => worker.kill()));
      worker = await servers.startWorker(environment);
    }
    const invitations = (await Promise.all(completing)).flat();
    expect(new Set(invitations).size).toBe(kills * perKill);

    const settled = await until(
      'every callback to be delivered',
      async () => {
        const all = await api.callbacks(testId);
        return all.length === invitations.length && all.every(({ state }) => state === 'delivered') ? all : undefined;
      },
      { every: 500 },
    );
    // None is lost, none has two ids, and no id stands for two.
    const told = receiver.invitations;
    expect([...told.values()].map((ids) => ids.size)).toEqual(invitations.map(() => 1));
    expect([...told.values()].flatMap((ids) => [...ids]).sort()).toEqual([...invitations].sort());
    expect([...told.keys()].sort()).toEqual(settled.map(({ messageId }) => messageId).sort());
    expect(receiver.changed).toEqual([]);
    const secret = await api.callbackSecret();
    for (const one of receiver.received) expect(invitations).toContain(verifiedBody(secret, one).TestInvitationId);
    // Workers died between the request and the ledger: more came than is written there.
    const written = settled.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0);
    expect(receiver.received.length).toBeGreaterThanOrEqual(written + kills / 2);

    expect([...server.errors, ...worker.errors]).toEqual([]);
    expect(await worker.stop()).toEqual({ code: 0, signal: null });
    tellTrial(`kill -9, sqlite, worker: ${kills} kills, ${invitations.length} completions, ${receiver.received.length} callbacks; lost: 0`);
  });
});
