import { crc32 } from 'node:zlib';
import { fileBounds } from '@assay/domain';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { identifyFile } from './identify-file.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** An archive without compression. */
const zipOf = (entries: Readonly<Record<string, string>>): Buffer => {
  const names = Object.entries(entries).map(([name, content]) => {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    return { name: latin(name), facts, content: latin(content) };
  });
  let offset = 0;
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, facts, content } of names) {
    const local = Buffer.concat([latin('PK\x03\x04'), facts, name, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(latin('PK\x01\x02'), Buffer.from([20, 0]), facts, rest, name);
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, latin('PK\x05\x06'), end]);
};

const office = (part: string, type: string) => ({
  '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/${part}" ContentType="application/vnd.${type}+xml"/></Types>`,
  '_rels/.rels': '<Relationships/>',
  [part]: '<x/>',
});
const xml = 'openxmlformats-officedocument';
const pdf = latin('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const zip = zipOf({ 'a.txt': 'Hello', 'index.html': '<html><script>' });
const [utf8Mark, html] = [latin('\xef\xbb\xbf'), '<!doctype html><p>Hi'];

describe('what a file is', () => {
  let png: Buffer;
  let jpeg: Buffer;
  let webp: Buffer;
  beforeAll(async () => {
    const image = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } });
    [png, jpeg, webp] = await Promise.all([
      image.clone().png().toBuffer(),
      image.clone().jpeg().toBuffer(),
      image.clone().webp().toBuffer(),
    ]);
  });

  it.each<[type: string, bytes: () => Buffer]>([
    ['png', () => png],
    ['jpeg', () => jpeg],
    ['webp', () => webp],
    ['pdf', () => pdf],
    ['zip', () => zip],
    ['docx', () => zipOf(office('word/document.xml', `${xml}.wordprocessingml.document.main`))],
    ['xlsx', () => zipOf(office('xl/workbook.xml', `${xml}.spreadsheetml.sheet.main`))],
    ['pptx', () => zipOf(office('ppt/presentation.xml', `${xml}.presentationml.presentation.main`))],
    ['odt', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' })],
    ['ods', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' })],
    ['odp', () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': '<x/>' })],
    ['text', () => Buffer.from('# Plan\n\n| a | b |\n1 < 2, `List<T>`, a<b>c and ünïcödé 😀\r\n\tEnd')],
    ['text', () => Buffer.concat([utf8Mark, latin('a,b\n1,2\n')])],
    ['text', () => latin('print("hi")')],
    ['text', () => Buffer.from(`x${'é'.repeat(300_000)}`)],
  ])('%s', async (type, bytes) => {
    expect(await identifyFile(bytes())).toBe(type);
  });

  it.each<[what: string, bytes: () => Buffer]>([
    ['SVG', () => latin('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG behind a declaration and a comment', () => latin('<?xml version="1.0"?>\n<!-- a -->\n<svg/>')],
    ['SVG in capitals behind a mark and space', () => Buffer.concat([utf8Mark, latin('\n \t<SVG>')])],
    ['HTML', () => latin(html)],
    ['HTML behind words', () => latin(`Dear all,\n\n${html}`)],
    ['a script in a text', () => latin('a <ScRiPt/x>alert(1)</script>')],
    ['HTML in UTF-16', () => Buffer.from(`\ufeff${html}`, 'utf16le')],
    ['HTML in UTF-7', () => latin('+ADw-html+AD4-\x00')],
    ['XML', () => latin('<a/>')],
    ['a PDF that begins with HTML', () => Buffer.concat([latin('%PDF-1.4\n<html><script>alert(1)</script>'), pdf.subarray(9)])],
    ['HTML that has a PDF in it', () => Buffer.concat([latin('<html>'), pdf])],
    ['a text that has a PDF in it', () => Buffer.concat([latin('Hello '), pdf])],
    ['a PDF and an archive', () => Buffer.concat([pdf, zip])],
    ['a PDF without an end', () => pdf.subarray(0, 40)],
    ['a PNG and an archive', () => Buffer.concat([png, zip])],
    ['a PNG with HTML behind it', () => Buffer.concat([png, latin(html)])],
    ['a JPEG and an archive', () => Buffer.concat([jpeg, zip])],
    ['a JPEG with HTML at its start', () => Buffer.concat([jpeg.subarray(0, 20), latin(html), jpeg.subarray(20)])],
    ['a WebP with more behind it', () => Buffer.concat([webp, latin(html)])],
    ['a text and an archive', () => Buffer.concat([latin('Hello\n'), zip])],
    ['HTML and an archive', () => Buffer.concat([latin(html), zip])],
    ['a document with macros', () => zipOf(office('word/document.xml', 'ms-word.document.macroEnabled.main'))],
    ['a program in Java', () => zipOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' })],
    ['a program for Windows', () => Buffer.concat([latin('MZ\x90'), Buffer.alloc(200)])],
    ['a GIF', () => Buffer.concat([latin('GIF89a'), Buffer.alloc(50)])],
    ['bytes without a form', () => Buffer.from([0, 1, 2, 3, 255, 254])],
    ['a text in Latin-1', () => latin('na\xefve')],
    ['a script where one part of the reading ends', () => latin(`${'x'.repeat(256 * 1024 - 4)}<script>`)],
    ['markup behind more blanks than are read at once', () => latin(`${' '.repeat(300_000)}<a/>`)],
    ['a text with the beginning of HTML at its end', () => latin('a <html')],
    ['a text that ends within a letter', () => Buffer.from('café').subarray(0, -1)],
    ['a text that redraws a terminal', () => latin('\x1b[31mred')],
  ])('nothing that is accepted: %s', async (_, bytes) => {
    expect(await identifyFile(bytes())).toBeUndefined();
  });

  it.each(['a b c\n', '<', 'PK\x05\x06', '%PDF-', '<a ', '\n'])('of 10 MiB of %j, in moments', async (pattern) => {
    expect(['text', undefined]).toContain(await identifyFile(Buffer.alloc(fileBounds.bytes, pattern)));
  });
});
