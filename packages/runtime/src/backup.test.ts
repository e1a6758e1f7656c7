import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { scopes } from '@assay/domain';
import { api, type Context, listAccounts, setQuotas } from '@assay/operations';
import { accounts } from '@assay/store';
import { smallTest } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backup, restore } from './backup.ts';
import { type Config, readConfig } from './config.ts';
import { openAssay } from './open-assay.ts';
import { withoutOutbound } from './without-outbound.ts';

const steps = ['appendFile', 'chmod', 'copyFile', 'link', 'mkdir', 'open', 'rename', 'rm', 'unlink', 'writeFile'] as const;

class Killed extends Error {}

/** Runs `work` in a process that dies at its step `last` to the file system: nothing of it happens afterwards. False: it came to its end. */
const killedAt = async (last: number, work: () => Promise<unknown>): Promise<boolean> => {
  const { ...originals } = fs;
  let step = 0;
  for (const name of steps) {
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        step += 1;
        if (step >= last) return Promise.reject(new Killed());
        return Reflect.apply(originals[name], fs, given);
      },
    });
  }
  syncBuiltinESMExports();
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return true;
  } finally {
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
};

describe('a backup and its restore', () => {
  let root: string;
  beforeEach(async () => {
    root = await fs.mkdtemp(join(tmpdir(), 'assay-test-'));
  });
  afterEach(() => fs.rm(root, { recursive: true, force: true }));

  const at = (directory: string, more: Record<string, string> = {}): Config =>
    readConfig({ ASSAY_DATA_DIR: join(root, directory), ...more });

  /** The accounts that a process finds which starts with this directory, and its secret. */
  const start = async (config: Config) => {
    const { assay, close } = await openAssay(config, withoutOutbound, { serves: true });
    try {
      const names = (await listAccounts({ assay })).map(({ name }) => name);
      return { names, secret: assay.secret.export().toString('hex') };
    } finally {
      await close();
    }
  };

  /** An installation with one account. */
  const install = async (directory: string) => {
    const { assay, close } = await openAssay(at(directory), withoutOutbound);
    await assay.store.write((tx) => accounts.insert(tx, { name: directory, email: null, time_zone_id: 190, created_at: 0 }));
    await close();
    return start(at(directory));
  };

  const writeImage = async (directory: string, key: string, bytes: string) => {
    const file = join(root, directory, 'images', key);
    await fs.mkdir(dirname(file), { recursive: true });
    await fs.writeFile(file, bytes);
  };
  const readImage = (directory: string, key: string) => fs.readFile(join(root, directory, 'images', key), 'utf8');

  it.each(['intact', 'damaged'])('killed at any step: a start finds one of the two whole, or refuses (%s before)', async (state) => {
    const saved = await install('saved');
    const file = join(root, 'saved.db');
    await backup(at('saved'), file);
    let refusals = 0;
    for (let step = 1, killed = true; killed; step += 1) {
      const name = `former-${step}`;
      const former = await install(name);
      const config = at(name);
      const database = join(root, name, 'assay.db');
      if (state === 'damaged') {
        await fs.writeFile(database, 'no database');
        await fs.writeFile(`${database}-wal`, 'the log of another database');
      }
      killed = await killedAt(step, () => restore(config, file, step));
      const found = await start(config).catch((error: Error) => error);
      if (found instanceof Error) {
        if (killed && /restore was interrupted/.test(found.message)) refusals += 1;
        else expect([state, step, found.message]).toEqual(['damaged', step, expect.stringContaining('not a database')]);
        await expect(backup(config, join(root, `${name}.db`))).rejects.toThrow();
        // The same restore once more ends it, and keeps what there was before the first one.
        const { former: kept = '' } = await restore(config, file, step + 1_000_000);
        expect(await start(config)).toEqual(saved);
        if (state === 'intact') {
          await restore(config, kept, step + 2_000_000);
          expect(await start(config)).toEqual(former);
        } else expect(await fs.readFile(kept, 'utf8')).toBe('no database');
      } else expect([former, saved], `step ${step}`).toContainEqual(found);
      if (!killed) expect(found).toEqual(saved);
    }
    expect(refusals).toBeGreaterThan(0);
  });

  it('hold what accounts used of their quotas, and a restored database counts on from there', async () => {
    await install('saved');
    const open = async <Value>(directory: string, work: (ctx: Context) => Promise<Value>): Promise<Value> => {
      const { assay, close } = await openAssay(at(directory), withoutOutbound, { serves: true });
      try {
        return await work({ assay, accountId: 1, scopes: new Set(scopes) });
      } finally {
        await close();
      }
    };
    const importOne = async (ctx: Context, name: string) => {
      const imported = await api.importTest({ ctx, input: { body: { ...smallTest, name } } });
      expect(imported.ok).toBe(true);
    };
    const quotasOf = async (ctx: Context) => {
      const read = await api.getAccountQuotas({ ctx });
      return read.ok ? read.value.quotas.map(({ quota, limit, used }) => ({ quota, limit, used })) : [];
    };
    const before = await open('saved', async (ctx) => {
      await importOne(ctx, 'one');
      await setQuotas({ assay: ctx.assay, accountId: 1, changes: { mails: 7, bytes: 1_000_000 } });
      return quotasOf(ctx);
    });
    const file = join(root, 'quotas.db');
    await backup(at('saved'), file);
    await restore(at('other'), file, 1);
    const [restored, after] = await open('other', async (ctx) => {
      const read = await quotasOf(ctx);
      await importOne(ctx, 'two');
      return [read, await quotasOf(ctx)];
    });
    expect(restored).toEqual(before);
    const bytesOf = (list: typeof before) => list.find(({ quota }) => quota === 'bytes')?.used ?? 0;
    expect(bytesOf(before)).toBeGreaterThan(0);
    // The two tests are of one size.
    expect(bytesOf(after)).toBe(2 * bytesOf(before));
  });

  it('hold the webcam images only with `withImages`; a restore adds them and removes none', async () => {
    await install('saved');
    await writeImage('saved', '1/2/1/a.jpg', 'picture');
    const without = await backup(at('saved'), join(root, 'without.db'));
    expect(without.images).toBe('left out');
    const file = join(root, 'with.db');
    expect((await backup(at('saved'), file, { withImages: true })).images).toBe('included');
    await install('other');
    await writeImage('other', '1/2/1/b.jpg', 'newer');
    expect(await restore(at('other'), file, 1)).toMatchObject({ imagesRestored: 1 });
    expect([await readImage('other', '1/2/1/a.jpg'), await readImage('other', '1/2/1/b.jpg')]).toEqual(['picture', 'newer']);
    expect(await restore(at('other'), file, 2)).toMatchObject({ imagesRestored: 0 });
    expect((await fs.readdir(root)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('with images never overwrite a folder, and are refused where the images are in a bucket', async () => {
    await install('saved');
    const file = join(root, 'copy.db');
    await fs.mkdir(`${file}.images`);
    await expect(backup(at('saved'), file, { withImages: true })).rejects.toThrow('exists already');
    await fs.rmdir(`${file}.images`);
    const inBucket = at('saved', { ASSAY_STORAGE_URL: 's3://bucket/prefix' });
    await expect(backup(inBucket, file, { withImages: true })).rejects.toThrow('ASSAY_STORAGE_URL');
    expect((await backup(inBucket, file)).images).toBe('in a bucket');
  });

  it('do not hold a secret of the environment, not even an older one that lies in the data directory', async () => {
    await install('saved');
    const file = join(root, 'copy.db');
    const config = at('saved', { ASSAY_SECRET: 's'.repeat(32) });
    expect(await backup(config, file)).toMatchObject({ secretFile: undefined, images: 'none' });
    expect((await fs.readdir(root)).filter((name) => name.startsWith(basename(file)))).toEqual(['copy.db']);
  });
});
