import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from './config.ts';
import { makeStores } from './images.ts';
import { openS3Server } from './testing/s3-server.ts';

const key = '1/17/1/files/6f0c2b9e';

describe('a file that comes', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-uploads-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const receive = (chunks: AsyncIterable<Uint8Array>, most = 10_000_000, more = {}) =>
    makeStores(readConfig({ ASSAY_DATA_DIR: directory, ...more })).files.receive(chunks, most);
  const draftOf = async (...given: Parameters<typeof receive>) => {
    const draft = await receive(...given);
    if (draft === undefined) throw new Error('it was too large');
    return draft;
  };
  async function* pieces(...bytes: readonly Uint8Array[]) {
    yield* bytes;
  }

  it('has no name on the disk from its first byte on, so that a kill leaves nothing, and comes back byte for byte', async () => {
    const parts = [Buffer.from('%PDF-1.4\n'), randomBytes(300_000), Buffer.from('\n%%EOF\n')];
    const seen: string[][] = [];
    async function* slowly() {
      for (const part of parts) {
        yield part;
        seen.push(await readdir(directory));
      }
    }
    const draft = await draftOf(slowly());
    const whole = Buffer.concat(parts);
    expect(seen).toEqual([[], [], []]);
    expect(draft).toMatchObject({ bytes: whole.length, sha256: createHash('sha256').update(whole).digest('hex') });
    expect(await draft.identify()).toBe('pdf');
    expect(await readdir(directory)).toEqual([]);
    await draft.putAs(key);
    await draft.drop();
    expect(whole.equals(await readFile(join(directory, 'images', key)))).toBe(true);
  });

  it('is given up at the first byte too many, without reading on', async () => {
    let read = 0;
    async function* endless() {
      for (;;) {
        read += 1;
        yield Buffer.alloc(1000);
      }
    }
    expect(await receive(endless(), 2999)).toBeUndefined();
    expect(read).toBe(3);
  });

  it('that breaks off leaves nothing, and says what broke it', async () => {
    async function* broken() {
      yield Buffer.alloc(1000);
      throw new Error('the line broke');
    }
    await expect(receive(broken())).rejects.toThrow('the line broke');
    expect(await readdir(directory)).toEqual([]);
  });

  it('goes to a bucket when it is whole, and to nothing before', async () => {
    const server = await openS3Server();
    onTestFinished(() => server.close());
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-assay');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-assay');
    onTestFinished(() => void vi.unstubAllEnvs());
    const bytes = randomBytes(200_000);
    const draft = await draftOf(pieces(bytes.subarray(0, 1000), bytes.subarray(1000)), 200_000, {
      ASSAY_STORAGE_URL: `s3://bucket?endpoint=${server.endpoint}`,
    });
    expect([server.requests.length, await readdir(directory)]).toEqual([0, []]);
    await draft.putAs(key);
    await draft.drop();
    expect(server.objects.get(`/bucket/${key}`)?.equals(bytes)).toBe(true);
  });
});
