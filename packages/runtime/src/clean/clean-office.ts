import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { stripJpeg } from '../strip-jpeg.ts';
import { stripPng } from './strip-png.ts';

/** Of one archive, unpacked, and of the entries in it. A bomb says in its directory how large it is, and gets no more. */
const most = { bytes: 100 * 1024 * 1024, entries: 5000, depth: 2 } as const;

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

/** Custom data, often of a document management system, which the text does not need; and printers' settings, with their names. */
const isDropped = (name: string): boolean => /^customxml\/|\/printersettings\/|^layout-cache$|^configurations2\//.test(name);

/** Names of people and times, as attributes: of remarks, of tracked changes, of those who shared or last saved it. By local names. */
const attributes =
  /(\s(?:[\w.-]+:)?(?:author|initials|userId|userName|user-name|providerId|displayName|lastEdited|lastModifiedBy|personId|presenceInfo|clIdx|date|dateUtc|dT|created|dt|modified)\s*=\s*)(?:"[^"]*"|'[^']*')/g;
const changeIds = /\s(?:[\w.-]+:)?rsid\w*\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** As elements, with what is in them. */
const elements =
  /(<((?:[\w.-]+:)?(?:author|creator|initial-creator|creator-initials|sender-initials|sender-firstname|sender-lastname|sender-email|author-name|author-initials|printed-by|lastModifiedBy|editing-cycles|absPath|rsids))(?:\s[^<>]*)?(?<!\/)>)[\s\S]*?(<\/\2\s*>)/g;
const dates = /(<((?:dc|meta|dcterms):(?:date|creation-date|print-date|created|modified))(?:\s[^<>]*)?(?<!\/)>)[^<]*(<\/\2\s*>)/g;
const emptied = /<((?:[\w.-]+:)?(?:absPath|fileSharing|attachedTemplate|rsid|rsidRoot))(?:\s[^<>]*)?\/>/g;
const printers = /(<config:config-item config:name="Printer(?:Name|Setup)"[^>]*>)[^<]*/g;
/** Targets outside of the archive are often folders of their author's; links to the web are part of the text. */
const relations = /<Relationship\s[^<>]*?Target\s*=\s*["'](?:file:|\.\.\/customXml\/|\/customXml\/|customXml\/)[^<>]*?\/>/gi;
const overrides = /<Override\s[^<>]*?PartName\s*=\s*["']\/customXml\/[^<>]*?\/>/gi;

/** Of the names of people in pptx, whose attribute is only `name`. */
const people = /(\sname\s*=\s*)(?:"[^"]*"|'[^']*')/g;

const isPeople = (name: string): boolean => /commentauthors\.xml$|\/authors\.xml$|\/people\.xml$|\/persons\/[^/]+\.xml$/.test(name);

/** A time where a date has to be one, and otherwise one letter: a name that is missing makes a document invalid. */
const neutral = (_: string, before: string): string =>
  `${before}"${/(?:date|dateUtc|dT|dt|created|modified)\s*=\s*$/.test(before) ? '2000-01-01T00:00:00Z' : /clIdx\s*=\s*$/.test(before) ? '0' : 'x'}"`;

const cleanXml = (name: string, bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  // In another encoding, or with entities of its own, names would not be found.
  if (/^<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)/i.test(text) || text.includes('<!DOCTYPE') || text.includes('<!ENTITY'))
    throw new Error('is XML that is not read');
  if (/encryption-data|EncryptedPackage/.test(text)) throw new Error('is encrypted');
  const cleaned = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(attributes, neutral)
    .replace(changeIds, '')
    .replace(elements, '$1$3')
    .replace(dates, (_, begin: string, __, end: string) => `${begin}2000-01-01T00:00:00Z${end}`)
    .replace(emptied, '')
    .replace(printers, '$1')
    .replace(relations, '')
    .replace(overrides, '');
  return strToU8(isPeople(name) ? cleaned.replace(people, '$1"x"') : cleaned);
};

const cleanEntry = (name: string, bytes: Uint8Array, depth: number): Uint8Array => {
  const text = blank[name];
  if (text !== undefined) return strToU8(text);
  const [, extension = ''] = /\.([^./]+)$/.exec(name) ?? [];
  if (['xml', 'rels', 'rdf', 'vml'].includes(extension)) return cleanXml(name, bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return cleanOffice(bytes, depth + 1);
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
export const cleanOffice = (bytes: Uint8Array, depth = 0): Uint8Array => {
  if (depth > most.depth) throw new Error('has documents in documents');
  let [size, count] = [0, 0];
  const entries = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize;
      count += 1;
      if (size > most.bytes || count > most.entries) throw new Error('is too large unpacked');
      return true;
    },
  });
  const cleaned: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    const lower = name.toLowerCase();
    if (name.endsWith('/') || isDropped(lower)) continue;
    // The first entry of an ODT is read without unpacking it.
    cleaned[name] = [cleanEntry(lower, content, depth), { level: lower === 'mimetype' ? 0 : 6, mtime: noTime }];
  }
  return zipSync(cleaned);
};
