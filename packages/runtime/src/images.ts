import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { imageBounds } from '@assay/domain';
import type { FileStore, ImageStore } from '@assay/operations';
import { StoreUnavailable } from '@assay/store';
import type { Disk, DriveFile } from 'flydrive';
import type { DriverContract } from 'flydrive/types';
import pLimit from 'p-limit';
import type { Config } from './config.ts';
import { dataDirectoryOf, imagesDirectoryOf } from './data-directory.ts';
import { diskFault } from './disk-fault.ts';
import { makeReceive } from './receive-file.ts';
import { stripJpeg } from './strip-jpeg.ts';

// A webcam image is small; anything with more pixels is not decoded.
const mostPixels = 4_000_000;

// Decoding runs on the threads that also read files, resolve names and hash: some stay free for those.
const atOnce = 2;

const makeClean = (): ImageStore['clean'] => {
  const inTurn = pLimit(atOnce);
  return (given) =>
    inTurn(async () => {
      const bytes = stripJpeg(given);
      if (bytes === undefined) return undefined;
      // Loaded with the first image: its native library takes 20 MB.
      const { default: sharp } = await import('sharp');
      try {
        const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning', sequentialRead: true });
        const { width, height } = await image.metadata();
        // Decodes every pixel: a JPEG header followed by other data is not an image. A larger one is refused by its size.
        if (Math.max(width, height) <= imageBounds.side) await image.raw().toBuffer();
        return { bytes, width, height };
      } catch {
        // What cannot be decoded is not an image.
        return undefined;
      }
    });
};

/** A document shows it at 160 × 48 points, which is printed with four times as many pixels. */
const logoSize = { width: 640, height: 192 } as const;

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const jpegStart = Buffer.from('ffd8ff', 'hex');

const makeLogo = (): ImageStore['logo'] => {
  const inTurn = pLimit(atOnce);
  return (given) =>
    inTurn(async () => {
      const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      // The library would also decode SVG, which may name other files.
      if (![pngStart, jpegStart].some((start) => bytes.subarray(0, start.length).equals(start))) return undefined;
      const { default: sharp } = await import('sharp');
      try {
        return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning', sequentialRead: true })
          .autoOrient()
          .resize({ ...logoSize, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .toColourspace('srgb')
          .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
          .toBuffer();
      } catch {
        // What cannot be decoded is not an image.
        return undefined;
      }
    });
};

/** A bucket that says nothing for so long is tried again. All tries end before a page gives an image up, after 20 s. */
const usualWaits = { bucketSilenceMs: 5000 };
const bucketTries = 3;
type Waits = typeof usualWaits;

/** `s3://bucket/prefix?endpoint=https://…&region=…`; the credentials are those that the AWS tools use. Its SDK is loaded only here. */
const s3Driver = async (address: string, { bucketSilenceMs }: Waits): Promise<{ driver: DriverContract; prefix: string }> => {
  const { hostname: bucket, pathname, searchParams } = new URL(address);
  const [{ S3Driver }, { S3Client }] = await Promise.all([import('flydrive/drivers/s3'), import('@aws-sdk/client-s3')]);
  const endpoint = searchParams.get('endpoint');
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Without these the client waits for ever.
    maxAttempts: bucketTries,
    requestHandler: { connectionTimeout: bucketSilenceMs, socketTimeout: bucketSilenceMs },
    // S3-compatible servers seldom support a host name per bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return { driver, prefix: pathname.replace(/^\/+|\/+$/g, '') };
};

/** `faultOf`: what an error means for the caller, if it is not a bug. */
type OpenDisk = { readonly disk: Disk; readonly prefix: string; readonly faultOf: (error: unknown) => StoreUnavailable | undefined };

const openDisk = async (config: Config, waits: Waits): Promise<OpenDisk> => {
  const { Disk } = await import('flydrive');
  if (config.ASSAY_STORAGE_URL !== undefined) {
    const { driver, prefix } = await s3Driver(config.ASSAY_STORAGE_URL, waits);
    // Also one that refuses: an operator can mend that while the page tries again.
    const faultOf = (error: unknown) => new StoreUnavailable('the bucket of the images and files failed', { cause: error });
    return { disk: new Disk(driver), prefix: prefix === '' ? '' : `${prefix}/`, faultOf };
  }
  const { FSDriver } = await import('flydrive/drivers/fs');
  const disk = new Disk(new FSDriver({ location: imagesDirectoryOf(config), visibility: 'private' }));
  return { disk, prefix: '', faultOf: (error) => diskFault(error, 'the disk of the images') };
};

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * All files under a folder. A bucket lists them in pages; a directory is read folder by folder, so that only one of them is in memory.
 * The driver lists them because the disk removes the slash at the end: `1` is also the start of `10/`.
 */
async function* filesIn(driver: DriverContract, folder: string): AsyncGenerator<DriveFile> {
  const recursive = !(driver instanceof (await import('flydrive/drivers/fs')).FSDriver);
  let page: Awaited<ReturnType<DriverContract['listAll']>> | undefined;
  do {
    try {
      page = await driver.listAll(folder, {
        recursive,
        ...(page?.paginationToken === undefined ? {} : { paginationToken: page.paginationToken }),
      });
    } catch (error) {
      if (isAbsent(error)) return;
      throw error;
    }
    for (const found of page.objects)
      if (found.isFile) yield found;
      else yield* filesIn(driver, found.prefix);
  } while (page.paginationToken !== undefined);
}

/** Makes what was written to a path under the data directory outlast a power cut: the file, and the folders that may be new. */
const syncUnder = async (directory: string, key: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const paths = [directory];
  for (let path = key; path !== '.'; path = dirname(path)) paths.push(join(directory, path));
  await Promise.all(paths.map(syncPath));
};

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Webcam images and uploaded files, on disk under the data directory or in an S3-compatible bucket. */
export const makeStores = (config: Config, waits: Waits = usualWaits): { readonly images: ImageStore; readonly files: FileStore } => {
  let opened: Promise<OpenDisk> | undefined;
  const openOnce = () => {
    opened ??= openDisk(config, waits);
    return opened;
  };
  const onDisk = async <Value>(work: (open: OpenDisk) => Promise<Value>): Promise<Value> => {
    const open = await openOnce();
    return work(open).catch((error: unknown) => {
      throw open.faultOf(error) ?? error;
    });
  };
  const put = (key: string, bytes: Uint8Array, contentType: string) =>
    onDisk(({ disk, prefix }) => disk.put(`${prefix}${key}`, bytes, { contentType }));
  const byKey: Pick<ImageStore, 'get' | 'remove'> = {
    get: (key) =>
      onDisk(async ({ disk, prefix }) => {
        const stored = `${prefix}${key}`;
        return (await disk.exists(stored)) ? disk.getBytes(stored) : undefined;
      }),
    remove: (key) => onDisk(({ disk, prefix }) => disk.delete(`${prefix}${key}`)),
  };
  const images: ImageStore = {
    ...byKey,
    clean: makeClean(),
    logo: makeLogo(),
    put: (key, bytes) => put(key, bytes, 'image/jpeg'),
    list: async function* (folder) {
      const { disk, prefix } = await openOnce();
      for await (const file of filesIn(disk.driver, `${prefix}${folder}`))
        yield { key: file.key.slice(prefix.length), modifiedAt: async () => (await file.getMetaData()).lastModified.getTime() };
    },
  };
  const putFile: FileStore['put'] = async (key, bytes) => {
    await put(key, bytes, 'application/octet-stream');
    if (config.ASSAY_STORAGE_URL === undefined) await syncUnder(imagesDirectoryOf(config), key);
  };
  const files: FileStore = { ...byKey, put: putFile, receive: makeReceive(dataDirectoryOf(config), putFile) };
  return { images, files };
};
