import { SaxesParser } from 'saxes';
import { refuse } from './cannot-clean.ts';
import { isOnMachine, noPlace } from './places.ts';

const noTime = '2000-01-01T00:00:00Z';

const words = (text: string): readonly string[] => text.split(' ');

/** Elements by local name: people, sessions, folders, printers, data of other programs and of mail merges. */
const dropped = new Set(
  words(
    'absPath fileSharing attachedTemplate rsid rsidRoot rsids docId docVars revisionPtr mailMerge custDataLst printerSettings printed-by editing-cycles',
  ),
);
const emptied = new Set(words('author creator initial-creator creator-initials author-name author-initials lastModifiedBy'));
const dates = new Set(words('date creation-date print-date created modified'));

/** Of attributes by local name, of remarks, tracked changes and of who shared or refreshed it. A name that is missing makes a document invalid. */
const neutral = new Map<string, string>([
  ...words('author initials userId userName user-name providerId lastModifiedBy refreshedBy odcFile sourceFile').map(
    (local) => [local, 'x'] as const,
  ),
  ...words('date dateUtc dateTime dT dt created modified refreshedDateIso').map((local) => [local, noTime] as const),
  ['refreshedDate', '36526'],
]);

/** Elements, by local name, whose attribute of this name names a person or what only the author's machine has. */
const named = new Map([
  ['chgData', 'name'],
  ['customWorkbookView', 'name'],
  ['dbPr', 'connection'],
]);

/** Of fields and formulas, which name other files in the middle of a text that nobody sees. */
const withPlaces = new Set(words('instr instrText formula f definedName'));
const withoutPlaces = (text: string): string =>
  text.replace(/(?<=^|["'[(=\s])(?:file:|[a-z]:[\\/]|\\\\|\/(?:home|users)\/)[^"'\])#]*/gi, noPlace);

const isPeople = (part: string): boolean => /commentauthors\.xml$|\/(?:authors|people|usernames)\.xml$|\/persons\/[^/]+\.xml$/.test(part);

/** Parts that the text does not need: small pictures of its first page, printers' settings, signatures, former versions, data of other programs. */
export const isDroppedPart = (name: string): boolean =>
  /(?:^|\/)(?:customxml|printersettings|objectreplacements|thumbnails|_xmlsignatures)\/|(?:^|\/)tags\/tag\d+\.xml$|^docprops\/thumbnail\.|^docmetadata\/|^layout-cache$|^configurations2\/|^versions\/|^versionlist\.xml$|^meta-inf\/\w*signatures\.xml$/.test(
    name.toLowerCase().replace(/^\//, ''),
  );

type Tag = { readonly prefix: string; readonly local: string; readonly attributes: Readonly<Record<string, string>> };

const split = (name: string): Pick<Tag, 'prefix' | 'local'> => {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1) };
};

const isDropped = ({ local, attributes }: Tag): boolean => {
  if (dropped.has(local)) return true;
  if (local === 'Relationship') return attributes.TargetMode !== 'External' && isDroppedPart(attributes.Target ?? '');
  if (local === 'Override') return isDroppedPart(attributes.PartName ?? '');
  if (local === 'file-entry') return isDroppedPart(attributes['manifest:full-path'] ?? '');
  return local === 'config-item' && /^(?:printer|rsid|currentdatabase)/i.test(attributes['config:name'] ?? '');
};

/** What stands in for the content of an element. */
const contentOf = ({ prefix, local }: Tag): string | undefined =>
  emptied.has(local) || local.startsWith('sender-')
    ? ''
    : dates.has(local) && ['dc', 'dcterms', 'meta'].includes(prefix)
      ? noTime
      : undefined;

/** An attribute as it stays; undefined: it goes. */
const attributeOf = (part: string, tag: Tag, name: string, value: string): string | undefined => {
  const { prefix, local } = split(name);
  if (/(?:^|-)rsid/i.test(local) || (tag.local === 'pageSetup' && prefix === 'r')) return undefined;
  if (local === 'Target' && tag.attributes.TargetMode === 'External') return /^(?:https?|mailto):/i.test(value) ? value : noPlace;
  if ((isPeople(part) && ['name', 'displayName'].includes(local)) || named.get(tag.local) === local) return 'x';
  // LibreOffice writes a file beside the document, or above it, by its way there; what is in the document has none.
  if (isOnMachine(value) || (prefix === 'xlink' && value.startsWith('../'))) return noPlace;
  return neutral.get(local) ?? (withPlaces.has(local) ? withoutPlaces(value) : value);
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escapeText = (text: string): string => text.replace(/[&<>\r]/g, (character) => escapes[character] ?? '');
const escapeValue = (value: string): string => value.replace(/[&<>"\t\n\r]/g, (character) => escapes[character] ?? '');

/** Characters that are read and written at a time. */
const chunk = 64 * 1024;

/**
 * A part of an office document without names of people, times, ids of sessions, folders, comments and instructions in XML. Refuses what is no
 * XML, another encoding, in which names would not be found, and a DOCTYPE, whose entities could hide them.
 */
export const cleanXml = (part: string, bytes: Uint8Array): Uint8Array => {
  const written: Buffer[] = [];
  let text = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const write = (more: string): void => {
    text += more;
    if (text.length < chunk) return;
    written.push(Buffer.from(text));
    text = '';
  };
  /** Elements around this place from the one on that is not copied, and what is written after that one. */
  let [hidden, after] = [0, ''];
  /** Spreadsheets begin a note with the name of its author. */
  const authors = new Set<string>();

  let isHiddenText = false;

  const shown = (given: string): string => escapeText(isHiddenText ? withoutPlaces(given) : given);

  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('error', () => refuse('damaged'));
  parser.on('doctype', () => refuse('unread'));
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => /^utf-8$/i.test(encoding) || refuse('unread'));
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (hidden > 0) {
      hidden += 1;
      return;
    }
    const tag = { ...split(name), attributes };
    isHiddenText = withPlaces.has(tag.local);
    if (['encryption-data', 'EncryptedPackage'].includes(tag.local)) refuse('encrypted');
    if (isDropped(tag)) {
      [hidden, after] = [1, ''];
      return;
    }
    write(`<${name}`);
    for (const [key, given] of Object.entries(attributes)) {
      const value = attributeOf(part, tag, key, given);
      if (value !== undefined) write(` ${key}="${escapeValue(value)}"`);
    }
    write(isSelfClosing ? '/>' : '>');
    const content = isSelfClosing ? undefined : contentOf(tag);
    if (content === undefined) return;
    write(content);
    [hidden, after] = [1, `</${name}>`];
  });
  parser.on('text', (given) => {
    if (hidden > 0) authors.add(given);
    else if (!given.endsWith(':') || !authors.has(given.slice(0, -1))) write(shown(given));
  });
  parser.on('cdata', (given) => {
    if (hidden === 0) write(shown(given));
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    isHiddenText = false;
    if (hidden === 0) write(isSelfClosing ? '' : `</${name}>`);
    else if (hidden === 1) write(after);
    hidden = Math.max(0, hidden - 1);
  });

  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < bytes.length; at += chunk) parser.write(decoder.decode(bytes.subarray(at, at + chunk), { stream: true }));
  parser.write(decoder.decode()).close();
  return Buffer.concat([...written, Buffer.from(text)]);
};
