import type { ImageStore } from '@assay/operations';
import { makeImageStore, readConfig } from '@assay/runtime';
import sharp from 'sharp';

/** Keeps images in memory. What they are is seen as the service sees it: by decoding. */
export class MemoryImages implements ImageStore {
  readonly files = new Map<string, Uint8Array>();

  // The disk of that store is opened by the first file, which never comes.
  readonly inspect: ImageStore['inspect'] = makeImageStore(readConfig({})).inspect;

  readonly put: ImageStore['put'] = async (key, bytes) => {
    this.files.set(key, bytes);
  };

  readonly get: ImageStore['get'] = async (key) => this.files.get(key);
}

type Picture = { readonly width?: number; readonly height?: number; readonly format?: 'jpeg' | 'png' | 'webp'; readonly noise?: boolean };

/** A whole image, such as a webcam gives. Noise does not compress: 200 × 200 pixels of it are more than 60 KB as a JPEG. */
export const picture = ({ width = 64, height = 48, format = 'jpeg', noise = false }: Picture = {}): Promise<Buffer> => {
  const background = { r: 40, g: 90, b: 160 };
  const gaussian = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const made = sharp({ create: { width, height, channels: 3, background, ...(noise ? { noise: gaussian } : {}) } });
  return made.toFormat(format, { quality: 100 }).toBuffer();
};
