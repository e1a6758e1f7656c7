import { join } from 'node:path';
import type { ImageStore } from '@assay/operations';
import type { Disk } from 'flydrive';
import type { DriverContract } from 'flydrive/types';
import type { Config } from './config.ts';
import { dataDirectoryOf } from './data-directory.ts';

// A webcam image is small; anything with more pixels is not decoded.
const mostPixels = 4_000_000;

const inspect: ImageStore['inspect'] = async (bytes) => {
  // Loaded with the first image: its native library takes 20 MB.
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning', sequentialRead: true });
    const { format, width, height } = await image.metadata();
    if (format !== 'jpeg') return undefined;
    // Decodes every pixel: a JPEG header followed by other data is not an image.
    await image.stats();
    return { width, height };
  } catch {
    // What cannot be decoded is not an image.
    return undefined;
  }
};

/** `s3://bucket/prefix?endpoint=https://…&region=…`; the credentials are those that the AWS tools use. Its SDK is loaded only here. */
const s3Driver = async (address: string): Promise<{ driver: DriverContract; prefix: string }> => {
  const { hostname: bucket, pathname, searchParams } = new URL(address);
  const [{ S3Driver }, { S3Client }] = await Promise.all([import('flydrive/drivers/s3'), import('@aws-sdk/client-s3')]);
  const endpoint = searchParams.get('endpoint');
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // S3-compatible servers seldom support a host name per bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return { driver, prefix: pathname.replace(/^\/+|\/+$/g, '') };
};

const openDisk = async (config: Config): Promise<{ disk: Disk; prefix: string }> => {
  const { Disk } = await import('flydrive');
  if (config.ASSAY_STORAGE_URL !== undefined) {
    const { driver, prefix } = await s3Driver(config.ASSAY_STORAGE_URL);
    return { disk: new Disk(driver), prefix: prefix === '' ? '' : `${prefix}/` };
  }
  const { FSDriver } = await import('flydrive/drivers/fs');
  const location = join(dataDirectoryOf(config), 'images');
  return { disk: new Disk(new FSDriver({ location, visibility: 'private' })), prefix: '' };
};

/** Webcam images on disk under the data directory, or in an S3-compatible bucket. */
export const makeImageStore = (config: Config): ImageStore => {
  let opened: ReturnType<typeof openDisk> | undefined;
  const open = () => {
    opened ??= openDisk(config);
    return opened;
  };
  return {
    inspect,
    put: async (key, bytes) => {
      const { disk, prefix } = await open();
      await disk.put(`${prefix}${key}`, bytes, { contentType: 'image/jpeg' });
    },
    get: async (key) => {
      const { disk, prefix } = await open();
      const stored = `${prefix}${key}`;
      return (await disk.exists(stored)) ? disk.getBytes(stored) : undefined;
    },
  };
};
