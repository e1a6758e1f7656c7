import { Worker } from 'node:worker_threads';
import type { FileTypeName } from '@assay/domain';
import type { CleanFile } from '@assay/operations';
import pLimit from 'p-limit';
import type { Cleaning } from './thread.ts';

/**
 * A file has 10 MiB; what it unpacks to is bounded where it says so, and otherwise by time and by how much this process grows: buffers are
 * not counted by the limits of a thread. One file at a time, so that growth is its.
 */
const usual = { ms: 20_000, growth: 700 * 1024 * 1024, lookMs: 25, waiting: 8 };
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

const mostPixels = 60_000_000;

const office = new Set<FileTypeName>(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp']);

type Cleaned = Awaited<ReturnType<CleanFile>>;

const inThread = (thread: URL, cleaning: Cleaning, { ms, growth, lookMs }: typeof usual): Promise<Cleaned> =>
  new Promise((resolve) => {
    const before = process.memoryUsage.rss();
    const worker = new Worker(thread, { workerData: cleaning, resourceLimits });
    const end = (cleaned: Cleaned): void => {
      clearTimeout(late);
      clearInterval(look);
      resolve(cleaned);
      void worker.terminate();
    };
    const late = setTimeout(() => end('cannot'), ms);
    const look = setInterval(() => process.memoryUsage.rss() - before > growth && end('cannot'), lookMs);
    worker.on('message', (bytes: Uint8Array | null) => end(bytes ?? 'cannot'));
    worker.on('error', () => end('cannot'));
    worker.on('exit', () => end('cannot'));
  });

/** Decoded and encoded again, upright, without whatever is not the picture. On the threads of the library. */
const cleanPicture = async (type: 'png' | 'jpeg' | 'webp', bytes: Uint8Array): Promise<Cleaned> => {
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: type === 'webp' }).timeout({ seconds: 10 });
    const upright = type === 'webp' ? image : image.autoOrient();
    return await (type === 'png'
      ? upright.png()
      : type === 'jpeg'
        ? upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        : upright.webp({ quality: 95 })
    ).toBuffer();
  } catch {
    return 'cannot';
  }
};

/** Takes what may name its author out of files. `thread`: the script for documents; without it they cannot be cleaned. */
export const makeCleanFile = (thread: URL | undefined, bounds = usual): CleanFile => {
  const inTurn = pLimit(1);
  return async (type, bytes) => {
    if (type === 'text') return bytes;
    const isDocument = type === 'pdf' || office.has(type);
    const isPicture = type === 'png' || type === 'jpeg' || type === 'webp';
    if (!isPicture && (!isDocument || thread === undefined)) return 'cannot';
    if (inTurn.pendingCount >= bounds.waiting) return 'busy';
    return inTurn(() => (isPicture ? cleanPicture(type, bytes) : inThread(thread as URL, { type, bytes }, bounds)));
  };
};
