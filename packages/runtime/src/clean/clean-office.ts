import { buffer } from 'node:stream/consumers';
import { type Zippable, zipSync } from 'fflate';
import { type Entry, fromBufferPromise } from 'yauzl';
import { stripJpeg } from '../strip-jpeg.ts';
import { refuse } from './cannot-clean.ts';
import { cleanXml, isDroppedPart } from './clean-xml.ts';
import { stripPng } from './strip-png.ts';

/** Of a file, unpacked, with the archives in it. What an archive says of its sizes is counted before anything is unpacked, and no entry gets more. */
const most = { bytes: 100 * 1024 * 1024, entries: 5000, depth: 2 } as const;
type Taken = { bytes: number; entries: number };

/** Time of every entry: that of the last change is of its author. */
const noTime = new Date(2000, 0, 1);

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const blank: readonly (readonly [part: RegExp, text: string])[] = [
  [
    /^docprops\/core\.xml$|\.psmdcp$/,
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  ],
  [/^docprops\/app\.xml$/, '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>'],
  [/^docprops\/custom\.xml$/, '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>'],
  [
    /(?:^|\/)meta\.xml$/,
    '<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"><office:meta/></office:document-meta>',
  ],
];

/** Refuses what may hold anything: data of other programs, drawings in SVG and EMF, pictures and archives that are not read. */
const cleanEntry = async (name: string, bytes: Buffer, depth: number, taken: Taken): Promise<Uint8Array> => {
  const text = blank.find(([part]) => part.test(name))?.[1];
  if (text !== undefined) return Buffer.from(declaration + text);
  const [, extension = ''] = /\.([^./]+)$/.exec(name) ?? [];
  if (['xml', 'rels', 'rdf', 'vml'].includes(extension)) return cleanXml(name, bytes);
  if (bytes.toString('latin1', 0, 2) === 'PK') return cleanOffice(bytes, depth + 1, taken);
  if (['jpg', 'jpeg', 'jpe', 'jfif'].includes(extension)) return stripJpeg(bytes) ?? refuse('unread');
  if (extension === 'png') return stripPng(bytes) ?? refuse('unread');
  // Fonts say nothing of who used them.
  return name === 'mimetype' || ['odttf', 'fntdata', 'ttf', 'otf'].includes(extension) ? bytes : refuse('unread');
};

/** An office document or one in it: without properties, names in remarks and tracked changes, ids of sessions, and pictures' metadata. */
export const cleanOffice = async (bytes: Uint8Array, depth = 0, taken: Taken = { bytes: 0, entries: 0 }): Promise<Uint8Array> => {
  if (depth > most.depth) refuse('unread');
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true });
  taken.entries += archive.entryCount;
  if (taken.entries > most.entries) refuse('too-large');
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) refuse('encrypted');
    taken.bytes += entry.uncompressedSize;
    if (taken.bytes > most.bytes) refuse('too-large');
    entries.push(entry);
  }
  const cleaned: Zippable = {};
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase();
    if (name.endsWith('/') || isDroppedPart(name)) continue;
    const content = await buffer(await archive.openReadStreamPromise(entry));
    // The first entry of an ODT is read without unpacking it.
    cleaned[entry.fileName] = [await cleanEntry(name, content, depth, taken), { level: name === 'mimetype' ? 0 : 6, mtime: noTime }];
  }
  return zipSync(cleaned);
};
