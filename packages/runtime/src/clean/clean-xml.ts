import { type Tag, walkXml } from './walk-xml.ts';

const noTime = '2000-01-01T00:00:00Z';
const noPlace = 'file:///x';

/** Elements by local name: people, sessions, folders, data of other programs and of mail merges. */
const dropped = new Set(
  'absPath fileSharing attachedTemplate rsid rsidRoot rsids docId docVars mailMerge custDataLst printed-by editing-cycles'.split(' '),
);
const emptied = new Set(
  'author creator initial-creator creator-initials sender-initials sender-firstname sender-lastname sender-email author-name author-initials lastModifiedBy'.split(
    ' ',
  ),
);
const dates = new Set(['date', 'creation-date', 'print-date', 'created', 'modified']);

/** Of attributes by local name, of remarks, tracked changes and of who shared or refreshed it. A name that is missing makes a document invalid. */
const neutral = new Map<string, string>([
  ...'author initials userId userName user-name providerId lastModifiedBy refreshedBy odcFile sourceFile'
    .split(' ')
    .map((local) => [local, 'x'] as const),
  ...['date', 'dateUtc', 'dT', 'dt', 'created', 'modified', 'refreshedDateIso'].map((local) => [local, noTime] as const),
  ['refreshedDate', '36526'],
]);

const isOnMachine = (value: string): boolean => /^(?:file:|[a-z]:[\\/]|\\\\|\/(?:home|users)\/)/i.test(value);
const isPeople = (part: string): boolean => /commentauthors\.xml$|\/authors\.xml$|\/people\.xml$|\/persons\/[^/]+\.xml$/.test(part);

/** Parts that the text does not need, often of a document management system, and printers' settings, signatures and former versions. */
export const isDroppedPart = (name: string): boolean =>
  /(?:^|\/)customxml\/|(?:^|\/)printersettings\/|^layout-cache$|^configurations2\/|^versions\/|^versionlist\.xml$|^meta-inf\/\w*signatures\.xml$/.test(
    name.toLowerCase(),
  );

const valueOf = (tag: Tag, local: string): string => tag.attributes.find((one) => one.local === local)?.value ?? '';

const isDropped = (tag: Tag): boolean => {
  if (dropped.has(tag.local)) return true;
  if (tag.local === 'Relationship') return isDroppedPart(valueOf(tag, 'Target'));
  if (tag.local === 'Override') return isDroppedPart(valueOf(tag, 'PartName').slice(1));
  if (tag.local === 'file-entry') return isDroppedPart(valueOf(tag, 'full-path'));
  return tag.local === 'config-item' && /^(?:printer|rsid|currentdatabase)/i.test(valueOf(tag, 'name'));
};

/** What stands in for the content of an element. */
const contentOf = (tag: Tag): string | undefined =>
  emptied.has(tag.local) ? '' : dates.has(tag.local) && ['dc', 'dcterms', 'meta'].includes(tag.prefix) ? noTime : undefined;

/** What stands in for the value of an attribute; null: the attribute goes. */
const attributeOf = (part: string, tag: Tag, { prefix, local, value }: Tag['attributes'][number]): string | null | undefined => {
  if (/(?:^|-)rsid/i.test(local) || (tag.local === 'pageSetup' && prefix === 'r')) return null;
  if (local === 'Target' && valueOf(tag, 'TargetMode') === 'External') return /^(?:https?|mailto):/i.test(value) ? undefined : noPlace;
  if (isPeople(part) && ['name', 'displayName'].includes(local)) return 'x';
  if ((tag.local === 'chgData' && local === 'name') || (tag.local === 'dbPr' && local === 'connection')) return 'x';
  return neutral.get(local) ?? (isOnMachine(value) ? noPlace : undefined);
};

/** A part of an office document without names of people, times, ids of sessions, folders and remarks in XML; the rest stays as it is written. Throws if it is not read whole. */
export const cleanXml = (part: string, bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  // In another encoding names would not be found.
  if (/^<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)/i.test(text)) throw new Error('is XML that is not read');
  const parts: string[] = [];
  let copied = 0;
  const replace = (start: number, end: number, by = ''): void => {
    parts.push(text.slice(copied, start), by);
    copied = end;
  };
  let hidden: { readonly name: string; readonly start: number; readonly by: string | undefined; depth: number } | undefined;
  for (const tag of walkXml(text)) {
    if (hidden !== undefined) {
      if (tag.kind === 'remark' || tag.name !== hidden.name) continue;
      hidden.depth += tag.kind === 'open' ? 1 : tag.kind === 'close' ? -1 : 0;
      if (hidden.depth > 0) continue;
      replace(hidden.start, hidden.by === undefined ? tag.end : tag.start, hidden.by);
      hidden = undefined;
      continue;
    }
    if (tag.kind === 'remark') {
      replace(tag.start, tag.end);
      continue;
    }
    if (tag.kind === 'close') continue;
    if (['encryption-data', 'EncryptedPackage'].includes(tag.local)) throw new Error('is encrypted');
    if (isDropped(tag)) {
      if (tag.kind === 'empty') replace(tag.start, tag.end);
      else hidden = { name: tag.name, start: tag.start, by: undefined, depth: 1 };
      continue;
    }
    for (const one of tag.attributes) {
      const by = attributeOf(part, tag, one);
      if (by === null) replace(one.from, one.end + 1);
      else if (by !== undefined) replace(one.start, one.end, by);
    }
    const by = contentOf(tag);
    if (by !== undefined && tag.kind === 'open') hidden = { name: tag.name, start: tag.end, by, depth: 1 };
  }
  if (hidden !== undefined) throw new Error('is XML that is not read');
  return new TextEncoder().encode(parts.join('') + text.slice(copied));
};
