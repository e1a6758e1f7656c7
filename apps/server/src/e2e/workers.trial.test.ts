import { makeTestDatabase, testPostgresUrl } from '@assay/store/testing';
import { deferred, inParallel, repetitions, until } from '@assay/testing';
import { describe } from 'vitest';
import { apiOf, receiptSent } from './support/api.ts';
import { completeTest } from './support/complete.ts';
import { type Environment, it, type Servers, withTimings } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'workers-workers-workers-workers-workers';
const graceful = { code: 0, signal: null };
const completions = repetitions(30, 200);

/** A server that leaves the work to others, and a test of one question on it. */
const startApart = async (servers: Servers, environment: Environment) => {
  const server = await servers.start({ ...environment, ASSAY_API_KEY: apiKey, ASSAY_WORKER: 'apart' });
  const api = apiOf(server, apiKey);
  await api.receiptsForAll();
  const { testId } = await api.importTest(smallTestFile(1));
  return { server, api, testId };
};

const allow = { ASSAY_CALLBACK_ALLOW: '127.0.0.0/8' };

describe('two workers on one database', { concurrent: true }, () => {
  /** Completions while two workers run: the callbacks that came, and the ledger when all are delivered. */
  const shareTheWork = async (servers: Servers, environment: Environment) => {
    const receiver = await servers.receiver((response) => setTimeout(() => response.writeHead(204).end(), 20));
    const shared = { ...environment, ASSAY_DATA_DIR: await servers.directory() };
    const { server, api, testId } = await startApart(servers, shared);
    const workers = await Promise.all([1, 2].map(() => servers.startWorker(shared)));
    const emails = Array.from({ length: completions }, (_, index) => `c${index}@example.com`);
    const invitations = await inParallel(emails, 6, (email) => completeTest(server, apiKey, { testId, email, callbackURL: receiver.url }));
    const ledger = await until('every callback to be delivered', async () => {
      const all = await api.callbacks(testId);
      return all.length === emails.length && all.every(({ state }) => state === 'delivered') ? all : undefined;
    });
    const told = receiver.received.map(({ text }) => Number(JSON.parse(text).TestInvitationId));
    const counted = await Promise.all(workers.map((worker) => worker.count('assay_delivery_seconds_count{kind="callback"')));
    const exits = await Promise.all(workers.map((worker) => worker.stop()));
    const errors = [server, ...workers].flatMap((one) => one.errors);
    return { api, invitations, ledger, told, made: counted.reduce((sum, count) => sum + count, 0), exits, errors };
  };

  const numeric = (a: number, b: number) => a - b;

  it('of SQLite never do the same thing at the same time: each callback is made once', async ({ servers, expect }) => {
    const shared = await shareTheWork(servers, allow);
    expect(shared.told.toSorted(numeric)).toEqual(shared.invitations.toSorted(numeric));
    expect(new Set(shared.ledger.map(({ attemptsMade }) => attemptsMade))).toEqual(new Set([1]));
    expect(shared).toMatchObject({ made: completions, exits: [graceful, graceful], errors: [] });
    for (const id of shared.invitations.slice(0, 10)) {
      expect(await shared.api.story(id)).toEqual([
        'invitation.registered',
        'attempt.started',
        'attempt.completed',
        'report.generated',
        'delivery.delivered callback',
        receiptSent,
      ]);
    }
  });

  // As everywhere in the project: in CI a missing Postgres fails before this file is read.
  if (testPostgresUrl !== undefined)
    it('of Postgres never do the same thing at the same time: each callback is made once', async ({ servers, expect, onTestFinished }) => {
      const database = await makeTestDatabase('blank');
      onTestFinished(database.drop);
      const environment = { ...allow, ASSAY_DATABASE_URL: database.url, ASSAY_SECRET: 'a secret that all of the processes know' };
      const shared = await shareTheWork(servers, environment);
      expect(shared.told.toSorted(numeric)).toEqual(shared.invitations.toSorted(numeric));
      expect(new Set(shared.ledger.map(({ attemptsMade }) => attemptsMade))).toEqual(new Set([1]));
      expect(shared).toMatchObject({ made: completions, exits: [graceful, graceful], errors: [] });
    });
});

/** A callback that waits for the test is not given up, however slow the machine is. */
const unhurried = { callbackTimeoutMs: 240_000, callbackLeaseMs: 480_000 };

describe('SIGTERM of a worker', { concurrent: true }, () => {
  it('lets a callback in flight end, and it is not made again', async ({ servers, expect }) => {
    const stopping = deferred();
    const receiver = await servers.receiver(async (response) => {
      if (receiver.received.length === 1) await stopping.promise;
      response.writeHead(204).end();
    });
    const environment = { ...allow, ASSAY_DATA_DIR: await servers.directory(), ...withTimings(unhurried) };
    const { server, api, testId } = await startApart(servers, environment);
    const worker = await servers.startWorker(environment);
    const first = await completeTest(server, apiKey, { testId, email: 'one@example.com', callbackURL: receiver.url });
    await until('the callback to be in flight', () => receiver.received[0]);
    const stopped = worker.stop();
    // The signal has arrived when the worker closes its own port.
    await until('the worker to stop', () =>
      worker.count('').then(
        () => undefined,
        () => true,
      ),
    );
    stopping.resolve();
    expect(await stopped).toEqual(graceful);
    expect(await api.callbacks(testId)).toMatchObject([{ testInvitationId: first, state: 'delivered', attemptsMade: 1 }]);

    const next = await servers.startWorker(environment);
    const second = await completeTest(server, apiKey, { testId, email: 'two@example.com', callbackURL: receiver.url });
    await until('the next callback', async () => (await api.callbacks(testId)).every(({ state }) => state === 'delivered') || undefined);
    expect(receiver.received.map(({ text }) => JSON.parse(text).TestInvitationId)).toEqual([first, second]);
    expect([...server.errors, ...worker.errors, ...next.errors]).toEqual([]);
  });

  it.for(['alone', 'embedded'] as const)(
    'breaks off a callback that hangs without counting it, and it is made after the restart (%s)',
    async (where, { servers, expect }) => {
      const receiver = await servers.receiver((response, _, earlier) => {
        if (earlier > 0) response.writeHead(204).end();
      });
      const environment = {
        ...allow,
        ASSAY_DATA_DIR: await servers.directory(),
        ASSAY_API_KEY: apiKey,
        ...withTimings({ drainMs: 300, ...unhurried }),
      };
      const start = async () => {
        if (where === 'embedded') return servers.start(environment);
        const { ASSAY_API_KEY: _, ...rest } = environment;
        return servers.startWorker(rest);
      };
      const server = await servers.start({ ...environment, ASSAY_WORKER: 'apart' });
      const api = apiOf(server, apiKey);
      const { testId } = await api.importTest(smallTestFile(1));
      const worker = await start();
      await completeTest(server, apiKey, { testId, email: 'ana@example.com', callbackURL: receiver.url });
      await until('the callback to be in flight', () => receiver.received[0]);
      expect(await worker.stop()).toEqual(graceful);
      expect(await api.callbacks(testId)).toMatchObject([{ state: 'pending', attemptsMade: 0, lastError: null }]);

      const next = await start();
      const settled = await until('the callback to be made', async () => {
        const [one] = await api.callbacks(testId);
        return one?.state === 'delivered' ? one : undefined;
      });
      expect(settled.attemptsMade).toBe(1);
      expect(receiver.received.map(({ webhookId }) => webhookId)).toEqual([settled.messageId, settled.messageId]);
      expect([...server.errors, ...worker.errors, ...next.errors]).toEqual([]);
    },
  );
});
