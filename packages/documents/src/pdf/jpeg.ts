import type { Sheet } from './sheet.ts';

/** A JPEG whose head pdfkit has read. `width` and `height` in pixels. */
type Jpeg = { readonly bits: number; readonly width: number; readonly height: number; readonly colorSpace: string | undefined };

// What pdfkit has, but its types leave out: images that are opened before they are drawn.
type Images = {
  openImage(bytes: Uint8Array): Jpeg;
  image(image: Jpeg, x: number, y: number, options: PDFKit.Mixins.ImageOption): void;
};
const imagesOf = ({ doc }: Sheet): Images => doc as unknown as Images;

// pdfkit takes a PNG as well, but decodes it later, when a failure would break the document and not only the image.
const startsAsJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

// An image without one of these would be embedded all the same, and a viewer would stop at it.
const canBeShown = ({ bits, width, height, colorSpace }: Jpeg): boolean =>
  bits === 8 && width > 0 && height > 0 && colorSpace !== undefined;

/** Reads the head of a JPEG; undefined when pdfkit cannot make an image of it. */
export const openJpeg = (sheet: Sheet, bytes: Uint8Array): Jpeg | undefined => {
  if (!startsAsJpeg(bytes)) return undefined;
  try {
    const jpeg = imagesOf(sheet).openImage(bytes);
    return canBeShown(jpeg) ? jpeg : undefined;
  } catch {
    // The parser throws bare strings, and says no more than that this is no JPEG it knows.
    return undefined;
  }
};

/** Draws the image in the middle of a box, as large as fits with its proportions kept. */
export const drawJpeg = (sheet: Sheet, jpeg: Jpeg, x: number, y: number, box: readonly [width: number, height: number]): void =>
  imagesOf(sheet).image(jpeg, x, y, { fit: [...box], align: 'center', valign: 'center' });
