import { inflateSync } from 'node:zlib';
import type { FileTypeName } from '@assay/domain';
import type { Uncleanable } from '@assay/operations';
import { PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeCleanFile } from './clean-files.ts';

const cleanFile = makeCleanFile(new URL('./thread.ts', import.meta.url));
const clean = (type: FileTypeName, bytes: Uint8Array) => cleanFile({ accountId: 1, type }, async () => bytes);

/** With what is packed in it. */
const textOf = (bytes: Uint8Array): string => {
  const all = Buffer.from(bytes);
  const parts = [all.toString('latin1')];
  for (const { index } of all.toString('latin1').matchAll(/(?<!end)stream\r?\n/g))
    try {
      const from = all.indexOf('\n', index) + 1;
      parts.push(inflateSync(all.subarray(from), { finishFlush: 2 }).toString('latin1'));
    } catch {
      // Not every stream is packed.
    }
  return parts.join('\n');
};

const cleaned = async (type: FileTypeName, bytes: Uint8Array): Promise<Uint8Array> => {
  const result = await clean(type, bytes);
  if (result === undefined || typeof result === 'string') throw new Error(result);
  return result;
};

const pdfOfAna = async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([300, 300]);
  page.drawText('Text of the plan', { x: 20, y: 200 });
  pdf.setAuthor('Ana');
  pdf.setProducer('Ana’s writer');
  await pdf.attach(Buffer.from('Ana wrote it'), 'Ana.txt', { description: 'Ana' });
  pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(pdf.context.stream('<x:xmpmeta>Ana</x:xmpmeta>')));
  const file = { S: 'URI', URI: PDFString.of('file:///home/Ana/plan.odt') };
  const link = { Type: 'Annot', Subtype: 'Link', Rect: [1, 1, 9, 9], A: file, Alt: PDFHexString.fromText('C:\\Users\\Ana\\plan.png') };
  const remark = { Type: 'Annot', Subtype: 'Text', Rect: [1, 1, 9, 9], T: PDFString.of('Ana'), Contents: PDFString.of('Look here') };
  page.node.set(PDFName.of('Annots'), pdf.context.obj([remark, link].map((one) => pdf.context.register(pdf.context.obj(one)))));
  return pdf.save({ useObjectStreams: false });
};

const docx = (entries: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));
const docxOfAna = {
  '[Content_Types].xml': '<Types/>',
  'docProps/core.xml': '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>Ana</dc:creator></cp:coreProperties>',
  'docProps/custom.xml': '<Properties><p>Ana</p></Properties>',
  'word/people.xml': `<w15:people><w15:person w15:author='Ana'><w15:presenceInfo w15:providerId="AD" w15:userId="Ana@acme"/></w15:person></w15:people>`,
  'word/comments.xml':
    '<w:comments><w:comment w:author="Ana" w:initials="A" w:date="2026-01-01T09:00:00Z"><w:t>Why?</w:t></w:comment></w:comments>',
  'word/document.xml': '<w:p w:rsidR="00AB12CD"><w:ins other:author="Ana"><w:t>Text of the plan</w:t></w:ins></w:p>',
  'word/_rels/settings.xml.rels':
    '<Relationships><Relationship Id="r1" Target="file:///C:/Users/Ana/x.dotx" TargetMode="External"/></Relationships>',
  'customXml/item1.xml': '<Author>Ana</Author>',
  'word/settings.xml':
    '<w:settings><!-- Ana --><w:mailMerge><w:query w:val="Ana"/></w:mailMerge><w:rsids><w:rsid w:val="00AB12CD"/></w:rsids></w:settings>',
  'xl/tables/table1.xml': '<table name="T" displayName="Plan" x="a > b"/>',
  'xl/worksheets/_rels/sheet1.xml.rels': '<Relationship Target="../printerSettings/printerSettings1.bin"/>',
  'xl/printerSettings/printerSettings1.bin': 'Ana',
};

const encryptedPdf = async () => {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.encrypt({ userPassword: '', ownerPassword: 'Ana' });
  return pdf.save();
};

describe('a file of a candidate who is hidden', () => {
  it('loses the metadata, attachments and names in remarks of a PDF, and keeps its pages', async () => {
    const given = await pdfOfAna();
    expect(textOf(given)).toMatch(/Ana wrote it|xmpmeta/);
    const bytes = await cleaned('pdf', given);
    expect(textOf(bytes)).not.toMatch(/Ana|xmpmeta|EmbeddedFile|CreationDate|Author|0041006E/);
    expect(textOf(bytes)).toContain('Look here');
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  });

  it('loses the names, times and ids of changes of an office document, and keeps its text', async () => {
    const entries = unzipSync(await cleaned('docx', docx(docxOfAna)));
    const text = Object.entries(entries)
      .map(([name, bytes]) => `${name} ${strFromU8(bytes)}`)
      .join('\n');
    expect(text).not.toMatch(/Ana|2026|00AB12CD|customXml|printerSettings/);
    expect(text).toContain('Text of the plan');
    expect(text).toContain('Why?');
    expect(text).toContain('displayName="Plan" x="a &gt; b"');
  });

  it('loses author and printer of an OpenDocument, whose type stays its first entry', async () => {
    const given = docx({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'meta.xml': '<office:document-meta><meta:initial-creator>Ana</meta:initial-creator></office:document-meta>',
      'content.xml': '<office:annotation><dc:creator>Ana</dc:creator><dc:date>2026</dc:date><text:p>Why?</text:p></office:annotation>',
      'settings.xml': '<config:config-item config:name="PrinterName" config:type="string">Ana’s</config:config-item>',
    });
    const bytes = await cleaned('odt', given);
    const text = Object.values(unzipSync(bytes))
      .map((one) => strFromU8(one))
      .join('\n');
    expect(text).not.toMatch(/Ana|2026/);
    expect(text).toContain('Why?');
    expect(Buffer.from(bytes).toString('latin1', 30, 38)).toBe('mimetype');
  });

  it('loses what a picture holds beside the picture', async () => {
    const made = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).withExif({ IFD0: { Artist: 'Ana' } });
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const given = await made.clone().toFormat(type).toBuffer();
      expect(given.includes('Ana')).toBe(true);
      const bytes = await cleaned(type, given);
      expect(Buffer.from(bytes).includes('Ana')).toBe(false);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: type, width: 8, height: 8 });
    }
  });

  it('comes as it is if it is a text', async () => {
    expect(await clean('text', Buffer.from('a,b'))).toEqual(Buffer.from('a,b'));
  });

  it('keeps its orientation if it is a picture, of which nothing says it any more', async () => {
    const wide = sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } }).withMetadata({ orientation: 6 });
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const { width, height, orientation } = await sharp(await cleaned(type, await wide.clone().toFormat(type).toBuffer())).metadata();
      expect({ type, width, height, orientation }).toEqual({ type, width: 4, height: 8, orientation: undefined });
    }
  });

  it.each<[why: string, type: FileTypeName, reason: Uncleanable, bytes: () => Promise<Uint8Array> | Uint8Array]>([
    ['archives hold anything', 'zip', 'archive', () => docx({ 'a.txt': 'Ana' })],
    ['it is damaged', 'pdf', 'damaged', () => Buffer.from('%PDF-1.4\n%%EOF')],
    ['it is damaged', 'png', 'damaged', () => Buffer.from('not a picture')],
    ['it is encrypted', 'pdf', 'encrypted', encryptedPdf],
    ['a part is of another program', 'docx', 'unread', () => docx({ 'word/embeddings/oleObject1.bin': 'Ana' })],
  ])('is refused where %s (%s)', async (_, type, reason, bytes) => {
    expect(await clean(type, await bytes())).toBe(reason);
  });

  describe('in a thread that does not end', () => {
    const idle = (bounds: { readonly ms: number; readonly growth: number }) =>
      makeCleanFile(new URL('data:text/javascript,setInterval(() => undefined, 1000)'), { lookMs: 10, waiting: 2, ...bounds });
    const of = (accountId: number) => [{ accountId, type: 'pdf' }, async () => Buffer.from('%PDF-1.4')] as const;

    it('is refused where it takes longer than it may', async () => {
      expect(await idle({ ms: 50, growth: 1e12 })(...of(1))).toBe('too-slow');
    });

    it('is refused where the process grows by more than it may', async () => {
      expect(await idle({ ms: 60_000, growth: -1e12 })(...of(1))).toBe('too-large');
    });

    it('waits in a line of its account, which has an end, and is not read before', async () => {
      const slow = idle({ ms: 50, growth: 1e12 });
      let read = 0;
      const wait = (accountId: number) =>
        slow({ accountId, type: 'pdf' }, async () => {
          read += 1;
          return undefined;
        });
      const first = slow(...of(1));
      const [second, third] = [wait(1), wait(1)];
      expect(await wait(1)).toBe('busy');
      expect(read).toBe(0);
      expect(await wait(2)).toBeUndefined();
      expect(await Promise.all([first, second, third])).toEqual(['too-slow', undefined, undefined]);
    });
  });

  it('fails where the thread does not run, which is no fault of the file', async () => {
    const failing = makeCleanFile(new URL('data:text/javascript,throw new Error("no thread")'));
    await expect(failing({ accountId: 1, type: 'pdf' }, async () => Buffer.from('%PDF-1.4'))).rejects.toThrow('no thread');
  });
});
