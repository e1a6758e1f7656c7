import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { makeTestDirectory } from '../testing/index.ts';
import type { WriterMessage } from '../testing/writing-process.ts';

const script = fileURLToPath(new URL('../testing/writing-process.ts', import.meta.url));

const children: ChildProcess[] = [];

/** Starts a writer and gathers what it says. */
const startWriter = (file: string, label: string, count: number) => {
  const child = fork(script, [file, label, String(count)], { execArgv: ['--conditions=@assay/source'] });
  children.push(child);
  const acknowledged: string[] = [];
  const waiting: { until: () => boolean; resolve: () => void; reject: (error: Error) => void }[] = [];
  const types = new Set<WriterMessage['type']>();
  let failure: Error | undefined;
  const settle = () => {
    for (const each of waiting.splice(0)) {
      if (each.until()) each.resolve();
      else if (failure !== undefined) each.reject(failure);
      else waiting.push(each);
    }
  };
  child.on('message', (message: WriterMessage) => {
    types.add(message.type);
    if (message.type === 'acknowledged') acknowledged.push(...message.names);
    if (message.type === 'failed') failure = new Error(`${label}: ${message.message}`);
    settle();
  });
  child.on('exit', (code) => {
    failure ??= new Error(`${label} ended with ${code}`);
    settle();
  });
  const reach = (until: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ until, resolve, reject });
      settle();
    });
  return {
    child,
    acknowledged,
    said: (type: WriterMessage['type']) => reach(() => types.has(type)),
    acknowledges: (rows: number) => reach(() => acknowledged.length >= rows),
    go: () => child.send('go'),
  };
};

describe('several processes on one SQLite file', () => {
  let file: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    const directory = await makeTestDirectory();
    file = join(directory.path, 'assay.db');
    remove = directory.remove;
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await remove();
  });

  const startReady = async (labels: string[], count: number) => {
    await (await openStore({ engine: 'sqlite', file })).close();
    const writers = labels.map((label) => startWriter(file, label, count));
    await Promise.all(writers.map((writer) => writer.said('ready')));
    return writers;
  };

  const names = (): string[] => {
    const database = new Database(file);
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const found = database.prepare('select name from accounts order by name').pluck().all() as string[];
    database.close();
    return found;
  };

  it('open and migrate an empty one at once', async () => {
    const writers = Array.from({ length: 5 }, (_, index) => startWriter(file, `${index}`, 1));
    await Promise.all(writers.map((writer) => writer.said('ready')));
  });

  it('write thousands of rows at once, of which none is lost or refused', async () => {
    const writers = await startReady(['one', 'two', 'three'], 2000);
    for (const writer of writers) writer.go();
    await Promise.all(writers.map((writer) => writer.said('done')));
    const acknowledged = writers.flatMap((writer) => writer.acknowledged);
    expect(acknowledged).toHaveLength(6000);
    expect(names()).toEqual(acknowledged.toSorted());
  });

  it('lose nothing that was acknowledged when one is killed while it writes', async () => {
    const writer = startWriter(file, 'killed', 0);
    await writer.said('ready');
    writer.go();
    await writer.acknowledges(2000);
    writer.child.kill('SIGKILL');
    await once(writer.child, 'exit');
    expect(writer.acknowledged.length).toBeGreaterThanOrEqual(2000);
    const found = new Set(names());
    expect(writer.acknowledged.filter((name) => !found.has(name))).toEqual([]);
  });

  it('go on when the one that held the write lock is killed', async () => {
    const [killed] = await startReady(['killed'], 0);
    const [other] = await startReady(['other'], 2000);
    if (killed === undefined || other === undefined) throw new Error('no writer');
    killed.go();
    await killed.acknowledges(250);
    other.go();
    await other.acknowledges(250);
    killed.child.kill('SIGKILL');
    await other.said('done');
    const found = new Set(names());
    expect([...killed.acknowledged, ...other.acknowledged].filter((name) => !found.has(name))).toEqual([]);
  });
});
