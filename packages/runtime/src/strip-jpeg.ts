const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const jfif = Buffer.from('JFIF\0');
const adobe = Buffer.from('Adobe');

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Frame headers, Huffman and arithmetic tables, quantization tables and restart intervals: 0xC8 is reserved. */
const isNeededToDecode = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || marker === 0xdb || marker === 0xdd;

/**
 * Segments are cut out and the picture is not encoded again: an image is evidence, whose quality must not change.
 * What stays of a segment (its bytes from the marker on): nothing of metadata, and of JFIF and Adobe only what decoders read.
 */
const keep = (marker: number, segment: Buffer): Buffer[] => {
  if (isNeededToDecode(marker)) return [segment];
  const name = segment.subarray(4);
  if (marker === 0xe0 && segment.length >= 18 && name.subarray(0, 5).equals(jfif)) {
    // Without the thumbnail, which may show more than the picture.
    const header = Buffer.from(segment.subarray(0, 18));
    header.writeUInt16BE(16, 2);
    header.writeUInt16BE(0, 16);
    return [header];
  }
  if (marker === 0xee && segment.length >= 16 && name.subarray(0, 5).equals(adobe)) {
    // It names the colour transform, without which colours are wrong.
    const transform = Buffer.from(segment.subarray(0, 16));
    transform.writeUInt16BE(14, 2);
    return [transform];
  }
  return [];
};

/** Where the entropy-coded data of a scan ends: at the next marker that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
};

/**
 * A JPEG without Exif (position, device, time), comments, thumbnails and whatever follows its end; the picture stays byte for byte.
 * The orientation goes too: the candidate's page sends upright pictures. Undefined when its segments are not those of one whole JPEG.
 */
export const stripJpeg = (given: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes[0] !== 0xff || bytes[1] !== startOfImage) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    if (marker === 0xff) {
      // A fill byte.
      at += 1;
      continue;
    }
    if (marker === endOfImage) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    if (marker === startOfScan) {
      const next = endOfScan(bytes, end);
      kept.push(bytes.subarray(at, next));
      at = next;
    } else {
      kept.push(...keep(marker, bytes.subarray(at, end)));
      at = end;
    }
  }
  return undefined;
};
