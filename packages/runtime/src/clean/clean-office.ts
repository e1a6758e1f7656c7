import { strToU8, type Zippable, zipSync } from 'fflate';
import { stripJpeg } from '../strip-jpeg.ts';
import { cleanXml, isDroppedPart } from './clean-xml.ts';
import { stripPng } from './strip-png.ts';
import { entriesOf } from './unzip.ts';

/** Of a file, unpacked, with the archives in it. What an archive says of its sizes is counted before anything is unpacked, and no entry gets more. */
const most = { bytes: 100 * 1024 * 1024, entries: 5000, depth: 2 } as const;
type Taken = { bytes: number; entries: number };

/** Time of every entry: that of the last change is of its author. */
const noTime = new Date(2000, 0, 1);

const blank: Readonly<Record<string, string>> = {
  'docprops/core.xml':
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>',
  'docprops/app.xml':
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>',
  'docprops/custom.xml':
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
  'meta.xml':
    '<?xml version="1.0" encoding="UTF-8"?><office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"><office:meta/></office:document-meta>',
};

const cleanEntry = (name: string, bytes: Uint8Array, depth: number, taken: Taken): Uint8Array => {
  const text = blank[/(?:^|\/)meta\.xml$/.test(name) ? 'meta.xml' : name];
  if (text !== undefined) return strToU8(text);
  const [, extension = ''] = /\.([^./]+)$/.exec(name) ?? [];
  if (['xml', 'rels', 'rdf', 'vml'].includes(extension)) return cleanXml(name, bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return cleanOffice(bytes, depth + 1, taken);
  if (['jpg', 'jpeg', 'jpe', 'jfif'].includes(extension)) return stripJpeg(bytes) ?? refuse('has a picture that is not read');
  if (extension === 'png') return stripPng(bytes) ?? refuse('has a picture that is not read');
  // Fonts and old vector formats say nothing of who used them; what is written by other programs may.
  if (['mimetype', 'emf', 'wmf', 'odttf', 'fntdata', 'ttf', 'otf', ''].includes(extension)) return bytes;
  return refuse(`holds ${extension}, which is not read`);
};

const refuse = (reason: string): never => {
  throw new Error(reason);
};

/** An office document or one in it: without properties, names in remarks and tracked changes, ids of sessions, and pictures' metadata. Throws if it holds what is not read. */
export const cleanOffice = (bytes: Uint8Array, depth = 0, taken: Taken = { bytes: 0, entries: 0 }): Uint8Array => {
  if (depth > most.depth) throw new Error('has documents in documents');
  const entries = entriesOf(bytes);
  taken.entries += entries.length;
  for (const { size } of entries) taken.bytes += size;
  if (taken.bytes > most.bytes || taken.entries > most.entries) throw new Error('is too large unpacked');
  const cleaned: Zippable = {};
  for (const { name, content } of entries) {
    const lower = name.toLowerCase();
    if (name.endsWith('/') || isDroppedPart(lower)) continue;
    // The first entry of an ODT is read without unpacking it.
    cleaned[name] = [cleanEntry(lower, content(), depth, taken), { level: lower === 'mimetype' ? 0 : 6, mtime: noTime }];
  }
  return zipSync(cleaned);
};
