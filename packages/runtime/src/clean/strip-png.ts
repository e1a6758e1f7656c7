const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** What decoders need, and how large and in which colours it is shown. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'acTL', 'fcTL', 'fdAT']);

/** A PNG without texts, Exif, times and what else its chunks hold; the picture stays byte for byte. Undefined if it is not one whole PNG. */
export const stripPng = (given: Uint8Array): Buffer | undefined => {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const parts: Buffer[] = [signature];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length) return undefined;
    if (kept.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
};
