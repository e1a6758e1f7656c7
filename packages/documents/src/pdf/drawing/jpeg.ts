import type { Sheet } from './sheet.ts';

/** A JPEG whose header pdfkit has read. `width` and `height` in pixels. */
type Jpeg = { readonly bits: number; readonly width: number; readonly height: number; readonly colorSpace: string | undefined };

// pdfkit can open an image before it draws it; its types lack that.
type Images = {
  openImage(bytes: Uint8Array): Jpeg;
  image(image: Jpeg, x: number, y: number, options: PDFKit.Mixins.ImageOption): void;
};
const imagesOf = ({ doc }: Sheet): Images => doc as unknown as Images;

// pdfkit also accepts PNG but decodes it later, when a failure breaks the document and not only the image.
const startsAsJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

// pdfkit embeds an image that lacks one of these too, and viewers fail on it.
const canBeShown = ({ bits, width, height, colorSpace }: Jpeg): boolean =>
  bits === 8 && width > 0 && height > 0 && colorSpace !== undefined;

/** Reads the header of a JPEG; undefined if pdfkit cannot embed it. */
export const openJpeg = (sheet: Sheet, bytes: Uint8Array): Jpeg | undefined => {
  if (!startsAsJpeg(bytes)) return undefined;
  try {
    const jpeg = imagesOf(sheet).openImage(bytes);
    return canBeShown(jpeg) ? jpeg : undefined;
  } catch {
    // The parser throws plain strings that only say that the JPEG is not supported.
    return undefined;
  }
};

/** Draws the image centered in a box, as large as fits with its aspect ratio. */
export const drawJpeg = (sheet: Sheet, jpeg: Jpeg, x: number, y: number, box: readonly [width: number, height: number]): void =>
  imagesOf(sheet).image(jpeg, x, y, { fit: [...box], align: 'center', valign: 'center' });
