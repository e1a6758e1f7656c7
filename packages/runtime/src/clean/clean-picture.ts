import type { Uncleanable } from '@assay/operations';

export const pictures = ['png', 'jpeg', 'webp'] as const;
export type PictureType = (typeof pictures)[number];

/** Decoded they take four times as many bytes. */
const mostPixels = 60_000_000;
const seconds = 10;

const reasonOf = (error: unknown): Uncleanable => {
  const message = error instanceof Error ? error.message : '';
  return message.includes('exceeds pixel limit') ? 'too-large' : message.startsWith('timeout') ? 'too-slow' : 'damaged';
};

/** Decoded and encoded again, upright, without whatever is not the picture. On the threads of the library. */
export const cleanPicture = async (type: PictureType, bytes: Uint8Array): Promise<Uint8Array | Uncleanable> => {
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: type === 'webp' }).timeout({ seconds });
    const { pages = 1 } = await image.metadata();
    // The library turns no animation.
    const upright = pages > 1 ? image : image.autoOrient();
    const encoded = {
      png: () => upright.png(),
      jpeg: () => upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
      webp: () => upright.webp({ quality: 95 }),
    };
    return await encoded[type]().toBuffer();
  } catch (error) {
    return reasonOf(error);
  }
};
