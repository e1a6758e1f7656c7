import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { makeStores } from './images.ts';
import { stripJpeg } from './strip-jpeg.ts';

const picture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });

const segment = (marker: number, content: Buffer | string): Buffer => {
  const body = Buffer.from(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};
/** The same file with more segments after its first marker. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer => Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
const pixels = (jpeg: Uint8Array) => sharp(jpeg, { failOn: 'warning' }).raw().toBuffer();

const secret = 'SECRET-OF-THE-CANDIDATE';

describe('a JPEG without its metadata', () => {
  it('has lost position, device, time and orientation of its Exif, and shows the same pixels', async () => {
    const jpeg = await picture()
      .withExif({ IFD0: { Make: secret, Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif?.toString('latin1')).toContain(secret);
    const stripped = stripJpeg(jpeg) ?? Buffer.alloc(0);
    expect(stripped.toString('latin1')).not.toContain(secret);
    const { exif, orientation, width, height } = await sharp(stripped).metadata();
    expect({ exif, orientation, width, height }).toEqual({ width: 64, height: 48 });
    expect(await pixels(stripped)).toEqual(await pixels(jpeg));
  });

  it.each([
    ['a comment', segment(0xfe, secret)],
    ['XMP', segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`)],
    ['a colour profile', segment(0xe2, `ICC_PROFILE\0${secret}`)],
    ['IPTC', segment(0xed, `Photoshop 3.0\0${secret}`)],
    ['a thumbnail of JFIF', segment(0xe0, `JFXX\0${secret}`)],
    ['what calls itself Adobe and is not', segment(0xee, `Adobo${secret}`)],
    ['any other application segment', segment(0xef, secret)],
    ['a reserved segment', segment(0xf0, secret)],
  ])('has lost %s', async (_, extra) => {
    const jpeg = await picture().jpeg().toBuffer();
    expect(stripJpeg(withSegments(jpeg, extra, extra))).toEqual(jpeg);
  });

  it('keeps of JFIF the density and not the thumbnail, of Adobe the colour transform and nothing after it', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const density = Buffer.from([1, 2, 1, 0, 72, 0, 72]);
    const thumbnail = Buffer.concat([Buffer.from('JFIF\0'), density, Buffer.from([8, 1]), Buffer.from(secret)]);
    const transform = Buffer.concat([Buffer.from('Adobe'), Buffer.from([0, 100, 0, 0, 0, 0, 1])]);
    const stripped = stripJpeg(
      withSegments(jpeg, segment(0xe0, thumbnail), segment(0xee, Buffer.concat([transform, Buffer.from(secret)]))),
    );
    const header = segment(0xe0, Buffer.concat([Buffer.from('JFIF\0'), density, Buffer.from([0, 0])]));
    expect(stripped).toEqual(withSegments(jpeg, header, segment(0xee, transform)));
  });

  it('has lost what follows its end', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect(stripJpeg(Buffer.concat([jpeg, Buffer.from(secret)]))).toEqual(jpeg);
  });

  it.each([
    ['baseline', () => picture().jpeg()],
    ['progressive', () => picture().jpeg({ progressive: true })],
    ['grey', () => picture().greyscale().jpeg()],
    ['CMYK', () => picture().toColourspace('cmyk').jpeg()],
    ['with optimized tables and restart intervals', () => picture().jpeg({ mozjpeg: true })],
  ])('shows the same pixels: %s, with a comment between its segments', async (_, make) => {
    const jpeg = await make().toBuffer();
    const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
    const stripped = stripJpeg(Buffer.concat([jpeg.subarray(0, scan), segment(0xfe, secret), jpeg.subarray(scan)]));
    expect(stripped?.toString('latin1')).not.toContain(secret);
    expect(await pixels(stripped ?? Buffer.alloc(0))).toEqual(await pixels(jpeg));
  });

  it('does not come of a file that ends early, wherever', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    for (let length = 0; length < jpeg.length; length += 1)
      expect([length, stripJpeg(jpeg.subarray(0, length))]).toEqual([length, undefined]);
  });

  it('is what the image store gives back', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    const cleaned = await makeStores(readConfig({})).images.clean(withSegments(jpeg, segment(0xe1, secret)));
    expect(cleaned).toEqual({ bytes: jpeg, width: 64, height: 48 });
  });
});
