import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Holds the first write of a secret back while it is armed, and tells when somebody has read meanwhile. */
const pen = await vi.hoisted(async () => {
  const { deferred } = await import('@assay/testing');
  return { armed: false, held: false, release: deferred(), reached: deferred(), read: deferred() };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      const handle = await real.open(...given);
      const write = handle.writeFile.bind(handle);
      handle.writeFile = async (...data) => {
        if (pen.armed && !pen.held) {
          pen.held = true;
          pen.reached.resolve();
          await pen.release.promise;
        }
        return write(...data);
      };
      return handle;
    },
    readFile: (async (...given: Parameters<typeof real.readFile>) => {
      try {
        return await real.readFile(...given);
      } finally {
        if (pen.held) pen.read.resolve();
      }
    }) as typeof real.readFile,
  };
});

// Another file of this process may have loaded it with the real file system.
vi.resetModules();
const { loadSecret } = await import('./secret.ts');

const makeDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), 'assay-secret-'));
  return { path, remove: () => rm(path, { recursive: true }) };
};

let directory: Awaited<ReturnType<typeof makeDirectory>>;
beforeEach(async () => {
  directory = await makeDirectory();
});
afterEach(() => directory.remove());
const file = () => join(directory.path, 'secret');

describe('the secret', () => {
  it('is the one that was given, and then no file is written', async () => {
    const given = 'ß'.repeat(32);
    expect((await loadSecret(given, directory.path)).toString('utf8')).toBe(given);
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('is 32 random bytes in a file that only its owner may read', async () => {
    const secret = await loadSecret(undefined, directory.path);
    expect(secret).toHaveLength(32);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(Buffer.from((await readFile(file(), 'utf8')).trim(), 'base64url')).toEqual(secret);
    expect(await readdir(directory.path)).toEqual(['secret']);
  });

  it('is the same at the next start, and another one in another directory', async () => {
    const secret = await loadSecret(undefined, directory.path);
    expect(await loadSecret(undefined, directory.path)).toEqual(secret);
    const elsewhere = join(directory.path, 'elsewhere');
    await mkdir(elsewhere);
    expect(await loadSecret(undefined, elsewhere)).not.toEqual(secret);
  });

  it('is one for all who start at once on an empty directory', async () => {
    for (let round = 0; round < 20; round += 1) {
      const empty = join(directory.path, `round-${round}`);
      await mkdir(empty);
      const secrets = await Promise.all(Array.from({ length: 8 }, () => loadSecret(undefined, empty)));
      expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
      expect(await loadSecret(undefined, empty)).toEqual(secrets[0]);
    }
  });

  it('is not taken for damaged by a process that starts while another one is writing it', async () => {
    pen.armed = true;
    const slow = loadSecret(undefined, directory.path);
    await pen.reached.promise;
    const quick = loadSecret(undefined, directory.path);
    await pen.read.promise;
    pen.release.resolve();
    const [one, other] = await Promise.allSettled([slow, quick]);
    expect(other).toEqual({ status: 'fulfilled', value: expect.any(Buffer) });
    expect(other).toEqual(one);
  });

  it.each(['', '\n', 'c2hvcnQ', '*** not base64 ***', 'a'.repeat(42)])(
    'that is damaged is an error that names the file: %j',
    async (content) => {
      await writeFile(file(), content);
      await expect(loadSecret(undefined, directory.path)).rejects.toThrow(file());
      expect(await readFile(file(), 'utf8')).toBe(content);
    },
  );

  it('is not silently another one when its directory cannot be used', async () => {
    await mkdir(file());
    await expect(loadSecret(undefined, directory.path)).rejects.toThrow();
    await expect(loadSecret(undefined, join(directory.path, 'missing'))).rejects.toThrow();
  });
});
