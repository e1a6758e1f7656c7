import type { Uncleanable } from '@assay/operations';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { cleanOffice } from './clean-office.ts';

const archive = (entries: Readonly<Record<string, string | Uint8Array>>) =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part])));
/** Its directory says that its entry has so many bytes. */
const saying = (said: number): Uint8Array => {
  const bytes = Buffer.from(archive({ 'word/document.xml': new Uint8Array(100_000) }));
  bytes.writeUInt32LE(said, bytes.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24);
  return bytes;
};
/** Its directory says that it has so many entries. */
const counting = (said: number): Uint8Array => {
  const bytes = Buffer.from(archive({ 'word/document.xml': '<a/>' }));
  bytes.writeUInt16LE(said, bytes.lastIndexOf(Buffer.from('504b0506', 'hex')) + 10);
  return bytes;
};
const part = async (name: string, xml: string): Promise<string> =>
  strFromU8(unzipSync(await cleanOffice(archive({ [name]: xml })))[name] ?? new Uint8Array()).replace(/^<\?xml[^>]*>/, '');

describe('an office document without metadata', () => {
  it('has its text as it was: spaces, lines, characters that XML escapes, and sections in which it does not', async () => {
    expect(await part('word/document.xml', '<a b="1 &lt; 2&#10;&quot;"> x &amp; y&#13; <![CDATA[<z>]]></a>')).toBe(
      '<a b="1 &lt; 2&#10;&quot;"> x &amp; y&#13; &lt;z&gt;</a>',
    );
  });

  it('keeps names of parts, styles and tables', async () => {
    const given = '<table name="T" displayName="Plan"><style w:name="Title"/><Relationship Target="media/image1.png"/></table>';
    expect(await part('xl/tables/table1.xml', given)).toBe(given);
  });

  it.each([
    ['a field', '<w:instrText> LINK Excel "C:\\Users\\Ana\\x.xlsx" </w:instrText>', '<w:instrText> LINK Excel "file:///x" </w:instrText>'],
    ['a simple field', '<w:f w:instr=" LINK &quot;file:///home/ana/x&quot; "/>', '<w:f w:instr=" LINK &quot;file:///x&quot; "/>'],
    ['a formula', `<c table:formula="of:=['file:///home/ana/x.ods'#$A.A1]"/>`, `<c table:formula="of:=['file:///x'#$A.A1]"/>`],
    ['a formula of Excel', "<f>'C:\\Users\\Ana\\[x.xlsx]A'!A1</f>", "<f>'file:///x]A'!A1</f>"],
    ['a link to a file beside it', '<a xlink:href="../Ana/x.png"/>', '<a xlink:href="file:///x"/>'],
    ['a link to a part of it', '<a xlink:href="Pictures/x.png"/>', '<a xlink:href="Pictures/x.png"/>'],
    ['a text that is read', '<w:t>Look in C:\\Users</w:t>', '<w:t>Look in C:\\Users</w:t>'],
    [
      'who sends it',
      '<text:sender-phone-private>030</text:sender-phone-private>',
      '<text:sender-phone-private></text:sender-phone-private>',
    ],
  ])('names no folder of its author in %s', async (_, given, expected) => {
    expect(await part('word/document.xml', `<x>${given}</x>`)).toBe(`<x>${expected}</x>`);
  });

  it('has no name at the beginning of a note', async () => {
    const given = '<comments><authors><author>Ana</author></authors><t>Ana:</t><t>Why, Ana: x?</t></comments>';
    expect(await part('xl/comments1.xml', given)).toBe(
      '<comments><authors><author></author></authors><t></t><t>Why, Ana: x?</t></comments>',
    );
  });

  it('has no small picture of its first page, and nothing that names it', async () => {
    const cleaned = unzipSync(
      await cleanOffice(
        archive({
          '_rels/.rels':
            '<Relationships><Relationship Target="docProps/thumbnail.jpeg"/><Relationship Target="/docProps/thumbnail.emf"/></Relationships>',
          'META-INF/manifest.xml': '<m:manifest><m:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></m:manifest>',
          'docProps/thumbnail.jpeg': 'Ana',
          'Thumbnails/thumbnail.png': 'Ana',
        }),
      ),
    );
    expect(Object.keys(cleaned)).toEqual(['_rels/.rels', 'META-INF/manifest.xml']);
    expect(
      Object.values(cleaned)
        .map((bytes) => strFromU8(bytes))
        .join(),
    ).not.toMatch(/thumbnail/i);
  });

  it('has no properties in a document in it', async () => {
    const inner = archive({ 'docProps/core.xml': '<creator>Ana</creator>', 'xl/workbook.xml': '<workbook/>' });
    const cleaned = unzipSync(await cleanOffice(archive({ 'word/embeddings/sheet.xlsx': inner })))['word/embeddings/sheet.xlsx'];
    expect(strFromU8(unzipSync(cleaned ?? new Uint8Array())['docProps/core.xml'] ?? new Uint8Array())).not.toContain('Ana');
  });

  const nested = (depth: number): Uint8Array => (depth === 0 ? archive({}) : archive({ 'a.docx': nested(depth - 1) }));
  it.each<[why: string, reason: Uncleanable, bytes: () => Uint8Array]>([
    ['a part is encrypted', 'encrypted', () => archive({ 'META-INF/manifest.xml': '<manifest:encryption-data/>' })],
    ['XML is in another encoding', 'unread', () => archive({ 'word/a.xml': '<?xml version="1.0" encoding="UTF-16"?><a/>' })],
    ['XML has entities', 'unread', () => archive({ 'word/a.xml': '<!DOCTYPE a [<!ENTITY b "Ana">]><a>&b;</a>' })],
    ['a drawing is not looked into', 'unread', () => archive({ 'word/media/image1.emf': 'Ana' })],
    ['a part has no type', 'unread', () => archive({ Ana: 'Ana' })],
    ['a picture is no picture', 'unread', () => archive({ 'word/media/image1.png': 'Ana' })],
    ['documents are in documents', 'unread', () => nested(4)],
    ['it unpacks to more than it may', 'too-large', () => saying(101 * 1024 * 1024)],
    ['it has more parts than it may', 'too-large', () => counting(5001)],
  ])('is refused where %s', async (_, reason, bytes) => {
    await expect(cleanOffice(bytes())).rejects.toMatchObject({ reason });
  });

  it.each<[why: string, bytes: () => Uint8Array]>([
    ['it is no archive', () => Buffer.from('PK')],
    ['an entry says less than it unpacks to', () => saying(10)],
    ['an entry says more than it unpacks to', () => saying(200_000)],
    ['XML is not closed', () => archive({ 'word/document.xml': `<a>${'<author><!--'.repeat(1000)}` })],
    ['XML names an entity that it does not have', () => archive({ 'word/document.xml': '<a>&b;</a>' })],
  ])('fails where %s', async (_, bytes) => {
    await expect(cleanOffice(bytes())).rejects.toThrow();
  });
});
