import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ImageStore } from '@assay/operations';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { makeStores } from './images.ts';
import { openS3Server, refusedKey, type S3Fault } from './testing/s3-server.ts';

const noise = (width: number, height: number) => sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#456' } });

/** The same file, whose head says that it is as large as a JPEG can be. */
const inflate = (jpeg: Buffer): Buffer => {
  const grown = Buffer.from(jpeg);
  const frame = grown.indexOf(Buffer.of(0xff, 0xc0));
  if (frame < 0) throw new Error('no baseline frame');
  grown.writeUInt16BE(65_500, frame + 5);
  grown.writeUInt16BE(65_500, frame + 7);
  return grown;
};

/** The head of a file up to where its picture begins, with other bytes in its place. */
const withoutPicture = (jpeg: Buffer): Buffer => {
  const scan = jpeg.indexOf(Buffer.of(0xff, 0xda));
  if (scan < 0) throw new Error('no scan');
  return Buffer.concat([jpeg.subarray(0, scan), randomBytes(jpeg.length - scan)]);
};

describe('what an image is, seen by decoding it', () => {
  const { clean } = makeStores(readConfig({})).images;
  const inspect = async (bytes: Uint8Array) => {
    const image = await clean(bytes);
    return image === undefined ? undefined : { width: image.width, height: image.height };
  };

  it.each([
    ['baseline', () => noise(320, 240).jpeg()],
    ['progressive', () => noise(320, 240).jpeg({ progressive: true })],
    ['grey', () => noise(320, 240).greyscale().jpeg()],
    ['with the orientation of a phone', () => noise(320, 240).withMetadata({ orientation: 6 }).jpeg()],
  ])('a JPEG has its size in pixels: %s', async (_, make) => {
    expect(await inspect(await make().toBuffer())).toEqual({ width: 320, height: 240 });
  });

  it('a view on bytes of something larger is only those bytes', async () => {
    const jpeg = await noise(64, 48).jpeg().toBuffer();
    const around = Buffer.concat([randomBytes(100), jpeg, randomBytes(100)]);
    expect(await inspect(new Uint8Array(around.buffer, around.byteOffset + 100, jpeg.length))).toEqual({ width: 64, height: 48 });
  });

  it.each([
    ['a PNG', () => noise(320, 240).png().toBuffer()],
    ['a WebP', () => noise(320, 240).webp().toBuffer()],
    ['a GIF', () => noise(32, 24).gif().toBuffer()],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['0 bytes', async () => Buffer.alloc(0)],
    ['noise', async () => randomBytes(5000)],
    ['the first bytes of a JPEG alone', async () => Buffer.of(0xff, 0xd8, 0xff, 0xe0)],
    ['the first bytes of a JPEG before noise', async () => Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), randomBytes(5000)])],
    ['the head of a JPEG before noise', async () => withoutPicture(await noise(320, 240).jpeg().toBuffer())],
  ])('%s is none', async (_, make) => {
    expect(await inspect(await make())).toBeUndefined();
  });

  it.each([0.1, 0.5, 0.9, 0.99])('%f of a JPEG is not an image', async (part) => {
    const jpeg = await noise(320, 240).jpeg().toBuffer();
    expect(await inspect(jpeg.subarray(0, Math.floor(jpeg.length * part)))).toBeUndefined();
  });

  it('a small file of very many pixels is refused', async () => {
    expect(await inspect(await plain(2000, 2000).jpeg().toBuffer())).toEqual({ width: 2000, height: 2000 });
    expect(await inspect(await plain(2001, 2000).jpeg().toBuffer())).toBeUndefined();
    expect(await inspect(inflate(await plain(64, 64).jpeg().toBuffer()))).toBeUndefined();
  });
});

const makeDirectory = async () => {
  const path = await mkdtemp(join(tmpdir(), 'assay-images-'));
  return { path, remove: () => rm(path, { recursive: true }) };
};

const key = '1/17/1/6f0c2b9e-5b0e-4c8e-9d3c-0f6a1b2c3d4e.jpg';

describe('a logo', () => {
  const { logo } = makeStores(readConfig({})).images;
  const secret = 'taken at 52.5 N 13.4 E';

  it('is a JPEG on white, small, and nothing else of the file that was sent', async () => {
    const clear = { create: { width: 2000, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
    const sent = await sharp(clear)
      .png()
      .withExif({ IFD0: { Copyright: secret } })
      .toBuffer();
    expect(sent.includes(secret)).toBe(true);
    const made = Buffer.from((await logo(sent)) ?? []);
    expect(made.includes(secret)).toBe(false);
    expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 96, channels: 3 });
    const { data } = await sharp(made).raw().toBuffer({ resolveWithObject: true });
    expect(data.every((one) => one === 255)).toBe(true);
  });

  it('keeps the size of a small one, and is upright', async () => {
    const made = await logo(await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(await sharp(made).metadata()).toMatchObject({ width: 20, height: 40 });
  });

  it.each([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')],
    ['a GIF', () => noise(32, 24).gif().toBuffer()],
    ['a WebP', () => noise(32, 24).webp().toBuffer()],
    ['a file with only the start of a PNG', async () => Buffer.from('89504e470d0a1a0a00000000', 'hex')],
    ['half a JPEG', async () => (await noise(64, 48).jpeg().toBuffer()).subarray(0, 900)],
    ['a JPEG that says it has 4,290 million pixels', async () => inflate(await noise(64, 48).jpeg().toBuffer())],
    ['a PNG of 9 million pixels in a few KB', () => plain(3000, 3000).png().toBuffer()],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s is none', async (_, make) => {
    expect(await logo(await make())).toBeUndefined();
  });
});

const bytesOf = async (images: ImageStore): Promise<Buffer | undefined> => {
  const bytes = await images.get(key);
  return bytes === undefined ? undefined : Buffer.from(bytes);
};

const listed = async (images: ImageStore, folder: string): Promise<[string, number][]> => {
  const files: [string, number][] = [];
  for await (const { key: found, modifiedAt } of images.list(folder)) files.push([found, await modifiedAt()]);
  return files.sort();
};
const keys = ['1/17/1/a.jpg', '1/17/1/b.jpg', '1/17/2/c.jpg', '1/9/1/d.jpg', '1/note.txt'];
const others = ['10/17/1/e.jpg', '2/17/1/f.jpg'];

describe('images on disk', () => {
  let directory: Awaited<ReturnType<typeof makeDirectory>>;
  beforeEach(async () => {
    directory = await makeDirectory();
  });
  afterEach(() => directory.remove());
  const open = () => makeStores(readConfig({ ASSAY_DATA_DIR: directory.path })).images;

  it('are files under images in the data directory, and come back byte for byte, also after a restart', async () => {
    const bytes = randomBytes(61_440);
    await open().put(key, bytes);
    expect(await readFile(join(directory.path, 'images', key))).toEqual(bytes);
    expect(await bytesOf(open())).toEqual(bytes);
    expect(await readdir(directory.path)).toEqual(['images']);
  });

  it('one that is not there is undefined', async () => {
    expect(await open().get(key)).toBeUndefined();
    await open().put(key, randomBytes(10));
    expect(await open().get(key.replace('/17/', '/18/'))).toBeUndefined();
  });

  it('one that cannot be written is an error', async () => {
    await writeFile(join(directory.path, 'images'), 'a file where the directory should be');
    await expect(open().put(key, randomBytes(10))).rejects.toThrow();
  });

  // The device that is always full.
  it.skipIf(!existsSync('/dev/full'))('one that a full disk refuses is StoreUnavailable, so that the page sends it again', async () => {
    const file = join(directory.path, 'images', key);
    await mkdir(dirname(file), { recursive: true });
    await symlink('/dev/full', file);
    await expect(open().put(key, randomBytes(10))).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('are listed by folder, with the time at which they were written', async () => {
    expect(await listed(open(), '1/')).toEqual([]);
    const before = Date.now() - 5000;
    for (const one of [...keys, ...others]) await open().put(one, randomBytes(10));
    const files = await listed(open(), '1/');
    expect(files.map(([one]) => one)).toEqual(keys);
    for (const [, at] of files) expect(at).toBeGreaterThan(before);
    expect(await listed(open(), '3/')).toEqual([]);
  });

  it('one that is removed is gone; removing it again does nothing', async () => {
    await open().put(key, randomBytes(10));
    await open().remove(key);
    await open().remove(key);
    expect(await open().get(key)).toBeUndefined();
  });

  it.each(['../secret', '1/../../secret', '1/17/../../../secret', '..\\secret'])('none is outside of it: %s', async (path) => {
    await writeFile(join(directory.path, 'secret'), 'hush');
    await expect(open().put(path, randomBytes(10))).rejects.toThrow();
    await expect(open().get(path)).rejects.toThrow();
    expect(await readFile(join(directory.path, 'secret'), 'utf8')).toBe('hush');
  });
});

describe('images in an S3-compatible bucket', () => {
  let server: Awaited<ReturnType<typeof openS3Server>>;
  beforeEach(async () => {
    server = await openS3Server();
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-assay');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-assay');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  const open = (path = 'webcam/images', query = '&region=eu-central-1') =>
    makeStores(readConfig({ ASSAY_STORAGE_URL: `s3://bucket/${path}?endpoint=${server.endpoint}${query}` }), { bucketSilenceMs: 100 })
      .images;

  it.each([
    ['webcam/images', `/bucket/webcam/images/${key}`],
    ['webcam/', `/bucket/webcam/${key}`],
    ['', `/bucket/${key}`],
  ])('are objects under the prefix %j, and come back byte for byte', async (prefix, path) => {
    const bytes = randomBytes(61_440);
    await open(prefix).put(key, bytes);
    expect([...server.objects.keys()]).toEqual([path]);
    expect(server.objects.get(path)).toEqual(bytes);
    expect(await bytesOf(open(prefix))).toEqual(bytes);
    expect(new Set(server.requests.map((request) => request.path))).toEqual(new Set([path]));
  });

  it('are sent as JPEG, in requests that are signed for the region, without the secret in them and without an ACL', async () => {
    await open().put(key, randomBytes(100));
    await open().get(key);
    const put = server.requests.find(({ method }) => method === 'PUT');
    expect(server.requests.map(({ method }) => method)).toContain('GET');
    for (const request of server.requests)
      expect(request.headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=key-of-assay\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=[^ ]*host[^ ]*, Signature=[0-9a-f]{64}$/,
      );
    expect(put?.headers).toMatchObject({ 'content-type': 'image/jpeg', 'content-length': '100' });
    expect(put?.headers).not.toHaveProperty('x-amz-acl');
    expect(JSON.stringify(server.requests)).not.toContain('secret-of-assay');
  });

  it('are in us-east-1 unless another region is named', async () => {
    await open('', '').put(key, randomBytes(100));
    expect(server.requests[0]?.headers.authorization).toContain('/us-east-1/s3/aws4_request');
  });

  it('one that is not there is undefined', async () => {
    expect(await open().get(key)).toBeUndefined();
  });

  it.each(['webcam/images', ''])('are listed by folder, page by page, without the prefix %j', async (prefix) => {
    for (const one of [...keys, ...others]) await open(prefix).put(one, randomBytes(10));
    const files = await listed(open(prefix), '1/');
    expect(files).toEqual(keys.map((one) => [one, Date.parse('2026-01-02T03:04:05.000Z')]));
    expect(await listed(open(prefix), '3/')).toEqual([]);
  });

  it('one that is removed is gone', async () => {
    await open().put(key, randomBytes(10));
    await open().remove(key);
    expect(server.objects.size).toBe(0);
  });

  const unavailable = { name: 'StoreUnavailable', cause: { message: expect.stringContaining(key) } };

  it('one that the server refuses is StoreUnavailable, to put and to get', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', refusedKey);
    await expect(open().put(key, randomBytes(100))).rejects.toMatchObject(unavailable);
    expect(server.objects.size).toBe(0);
    await expect(open().get(key)).rejects.toMatchObject(unavailable);
  });

  it.each<S3Fault>(['throttles', 'is full', 'never answers'])(
    'while the bucket %s it is StoreUnavailable, so that the page sends it again',
    async (how) => {
      await open().put(key, randomBytes(100));
      server.fail(how);
      await expect(open().put(key, randomBytes(100))).rejects.toMatchObject(unavailable);
      await expect(open().get(key)).rejects.toMatchObject(unavailable);
      await expect(open().remove(key)).rejects.toMatchObject(unavailable);
    },
  );

  it('while its download stands still it is StoreUnavailable', async () => {
    await open().put(key, randomBytes(1000));
    server.fail('stalls');
    await expect(open().get(key)).rejects.toMatchObject(unavailable);
  });

  it('one of a bucket that is not there at all is StoreUnavailable', async () => {
    await server.close();
    await expect(open().put(key, randomBytes(100))).rejects.toMatchObject(unavailable);
  });
});
