import { buffer } from 'node:stream/consumers';
import type { CandidateReport } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { someReport } from '../../testing/candidate-reports.ts';
import { jpegs } from '../../testing/jpegs.ts';
import { hasPoppler, poppler } from '../../testing/poppler.ts';
import { page } from '../drawing/theme.ts';
import { candidatePdf } from './candidate-pdf.ts';

const firstAt = Date.UTC(2026, 1, 23, 10, 46);
/** One image every six minutes, the first at 16:16 in the report's zone. */
const imagesOf = (...jpegBytes: readonly Uint8Array[]): CandidateReport['images'] => ({
  count: jpegBytes.length,
  shown: jpegBytes.map((jpeg, index) => ({ takenAt: firstAt + index * 360_000, jpeg })),
});
const wideImages = (length: number, jpeg: Uint8Array = jpegs.wide) => imagesOf(...Array.from({ length }, () => jpeg));
const twelveTimes = '16:16 16:22 16:28 16:34 16:40 16:46 16:52 16:58 17:04 17:10 17:16 17:22'.split(' ');

const draw = async (images: CandidateReport['images'], over: Partial<CandidateReport> = {}): Promise<Buffer> =>
  buffer(await candidatePdf(someReport({ images, wv: 0, tv: 0, ...over })));
const occurrences = (pdf: Buffer, text: string): number => pdf.toString('latin1').split(text).length - 1;

const withByte = (offset: number, value: number): Buffer => {
  const changed = Buffer.from(jpegs.wide);
  changed[jpegs.wide.indexOf(Buffer.from([0xff, 0xc0])) + offset] = value;
  return changed;
};
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('webcam images in a candidate’s PDF', () => {
  it('are embedded as they came, and the same report gives the same bytes', async () => {
    const images = imagesOf(jpegs.wide, jpegs.tall, Buffer.from('none'));
    const pdf = await draw(images);
    expect(pdf.includes(jpegs.wide)).toBe(true);
    expect(pdf.includes(jpegs.tall)).toBe(true);
    expect((await draw(images)).equals(pdf)).toBe(true);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no image', Buffer.from('not an image at all')],
    ['a PNG', png],
    ['only the first bytes', jpegs.wide.subarray(0, 40)],
    ['a frame header that is cut off', jpegs.wide.subarray(0, jpegs.wide.indexOf(Buffer.from([0xff, 0xc0])) + 5)],
    ['a width of zero', withByte(8, 0)],
    ['12 bits a sample', withByte(4, 12)],
    ['two channels', withByte(9, 2)],
  ])('that are %s are said to be unreadable, and the others are shown', async (_, broken) => {
    const pdf = await draw(imagesOf(jpegs.wide, broken, jpegs.tall));
    expect(occurrences(pdf, '/Subtype /Image')).toBe(2);
    for (const alt of ['16:16', '16:22, cannot be read', '16:28']) expect(pdf.includes(`/Alt (Webcam image, ${alt})`)).toBe(true);
  });
});

type Word = { readonly text: string; readonly left: number; readonly top: number };
const wordsOn = (pdf: Buffer, number: number): readonly Word[] =>
  Array.from(
    poppler('pdftotext', pdf, '-bbox', '-f', String(number), '-l', String(number))
      .toString()
      .matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" [^>]*>(.*)<\/word>/g),
    ([, left, top, text = '']) => ({ text, left: Number(left), top: Number(top) }),
  );

type Color = 'blue' | 'green' | 'grey' | 'white' | 'other';
const colorOf = (red: number, green: number, blue: number): Color => {
  if (Math.min(red, green, blue) > 250) return 'white';
  if (Math.min(red, green, blue) > 215) return 'grey';
  if (blue > green + 20 && green > red + 20) return 'blue';
  return green > red + 20 && red > blue + 20 ? 'green' : 'other';
};

/** What colour a page has at a place, in points from its top left corner. */
const colorsOn = (pdf: Buffer, number: number): ((x: number, y: number) => Color) => {
  const image = poppler('pdftoppm', pdf, '-r', '72', '-f', String(number), '-l', String(number));
  const [head = '', width = ''] = /^P6\n(\d+) \d+\n255\n/.exec(image.toString('latin1', 0, 32)) ?? [];
  const pixels = image.subarray(head.length);
  return (x, y) => {
    const at = (Math.floor(y) * Number(width) + Math.floor(x)) * 3;
    return colorOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  };
};

const [boxWidth, boxHeight] = [73.88, 55.41];

describe.skipIf(!hasPoppler)('webcam images in a candidate’s PDF, read back', () => {
  it('are not spoken of where there are none', async () => {
    const pdf = await draw(wideImages(0));
    expect(poppler('pdftotext', pdf).toString()).not.toMatch(/camera|image/i);
    expect(poppler('pdfinfo', pdf, '-struct').toString().match(/^ *H2/gm)).toHaveLength(3);
  });

  it('come after the facts, with how many there are and the time of each in the report’s zone', async () => {
    const text = poppler('pdftotext', await draw({ ...wideImages(12), count: 87 }), '-layout').toString();
    const said = text.replace(/\s+/g, ' ');
    expect(said).toMatch(
      /Invitation 100234 Camera 87 images were taken; 12 of them, evenly spread, are shown\. 16:16 16:22 .* 17:22 .* Questions/,
    );
  });

  it('are figures that say what they are, each with its time as caption', async () => {
    const pdf = await draw(wideImages(12));
    const tree = poppler('pdfinfo', pdf, '-struct-text').toString();
    expect(Array.from(tree.matchAll(/Figure[^"]*""\s+Caption[^"]*"([\d:]+)"/g), ([, time]) => time)).toEqual(twelveTimes);
    for (const time of twelveTimes) expect(pdf.includes(`/Alt (Webcam image, ${time})`)).toBe(true);
  });

  it('fit their boxes with their aspect ratio', async () => {
    const pdf = await draw(imagesOf(jpegs.wide, jpegs.tall));
    const color = colorsOn(pdf, 1);
    const [wide, tall] = ['16:16', '16:22'].map((time) => wordsOn(pdf, 1).findLast(({ text }) => text === time));
    if (wide === undefined || tall === undefined) throw new Error('the captions are not on the first page');
    const top = wide.top - boxHeight;
    expect([color(wide.left + 2, top + 2), color(wide.left + boxWidth - 2, top + 2)]).toEqual(['blue', 'blue']);
    // 27 × 48 pixels are 31 points wide in a box of that height.
    const across = [-22, -18, -13, 13, 18, 22].map((offset) => color(tall.left + boxWidth / 2 + offset, top + 4));
    expect(across).toEqual(['grey', 'grey', 'green', 'green', 'grey', 'grey']);
  });

  it('draws a box with a note in place of an image that cannot be read', async () => {
    const pdf = await draw(imagesOf(jpegs.wide, Buffer.from('none'), jpegs.wide));
    expect(poppler('pdftotext', pdf, '-raw').toString().replace(/\s+/g, ' ')).toContain('Image cannot be read');
    const color = colorsOn(pdf, 1);
    const colorsAbove = ['16:16', '16:22', '16:28'].map((time) => {
      const caption = wordsOn(pdf, 1).findLast(({ text }) => text === time);
      return caption && color(caption.left + 3, caption.top - boxHeight + 5);
    });
    expect(colorsAbove).toEqual(['blue', 'white', 'blue']);
  });

  it.each([
    ['one page', 6, 1, [6]],
    ['a strip that goes on overleaf', 12, 12, [6, 6]],
    ['a heading that would stand alone', 12, 24, [0, 12]],
  ])('stand over their captions, six in a row and inside the margins: %s', async (_, images, times, perPage) => {
    // A long name of the test takes the height that is missing. Started and completed at a time that is not that of an image.
    const pdf = await draw(wideImages(images), {
      testName: 'Senior JavaScript Engineer '.repeat(times).trim(),
      attemptedOn: 0,
      completedAt: 0,
    });
    const captions = perPage.map((_count, index) => wordsOn(pdf, index + 1).filter(({ text }) => twelveTimes.includes(text)));
    expect(captions.map((one) => one.length)).toEqual(perPage);
    expect(captions.flat().map(({ text }) => text)).toEqual(twelveTimes.slice(0, images));
    const heading = perPage.findIndex((count) => count > 0);
    expect(wordsOn(pdf, heading + 1).some(({ text }) => text === 'Camera')).toBe(true);
    for (const [index, onPage] of captions.entries()) {
      const color = colorsOn(pdf, index + 1);
      for (const [at, { left, top }] of onPage.entries()) {
        expect(left).toBeCloseTo(page.left + (at % 6) * (boxWidth + 8), 0);
        expect(left + boxWidth).toBeLessThanOrEqual(page.right + 0.5);
        expect(top).toBeLessThan(page.bottom);
        const corners = [top - 6, top - boxHeight + 3].map((y) => color(left + 2, y));
        expect(corners).toEqual(['blue', 'blue']);
      }
    }
  });
});
