import { createHash } from 'node:crypto';
import type { FileStore, ImageStore } from '@assay/operations';
import { identifyFile, makeStores, readConfig } from '@assay/runtime';
import sharp from 'sharp';

/** Stores images in memory; cleans them by decoding, as the service does. */
export class MemoryImages implements ImageStore {
  readonly files = new Map<string, Uint8Array>();

  // Nothing is stored there, so the disk of that store is never opened.
  readonly #real = makeStores(readConfig({})).images;
  readonly clean: ImageStore['clean'] = this.#real.clean;
  readonly logo: ImageStore['logo'] = this.#real.logo;

  readonly put: ImageStore['put'] = async (key, bytes) => {
    this.files.set(key, bytes);
  };

  readonly get: ImageStore['get'] = async (key) => this.files.get(key);

  readonly remove: ImageStore['remove'] = async (key) => void this.files.delete(key);

  readonly list: ImageStore['list'] = async function* () {};
}

/** Files beside the images; their types are found as the service finds them. */
export const filesBeside = ({ files, get, remove }: MemoryImages): FileStore => ({
  receive: async (chunks, most) => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) return undefined;
      parts.push(chunk);
    }
    const whole = Buffer.concat(parts);
    return {
      bytes,
      sha256: createHash('sha256').update(whole).digest('hex'),
      identify: () => identifyFile(whole),
      putAs: async (key) => void files.set(key, whole),
      drop: async () => undefined,
    };
  },
  put: async (key, bytes) => void files.set(key, bytes),
  get,
  remove,
});

type Picture = { readonly width?: number; readonly height?: number; readonly format?: 'jpeg' | 'png' | 'webp'; readonly noise?: boolean };

/** An image as from a webcam. Noise hardly compresses: 200 × 200 pixels are more than 60 KB as a JPEG. */
export const picture = ({ width = 64, height = 48, format = 'jpeg', noise = false }: Picture = {}): Promise<Buffer> => {
  const background = { r: 40, g: 90, b: 160 };
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width, height, channels: 3, background, ...(noise ? { noise: gaussian } : {}) } });
  return image.toFormat(format, { quality: 100 }).toBuffer();
};
