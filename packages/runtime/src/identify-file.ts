import { type FileTypeName, fileTypes } from '@assay/domain';
import { inParts } from '@assay/operations';

/** By the names that the library gives to formats. */
const byExtension = new Map<string, FileTypeName>(
  Object.entries(fileTypes).flatMap(([type, { extensions }]) =>
    type === 'text' ? [] : extensions.map((extension) => [extension, type as FileTypeName] as const),
  ),
);

/** What makes a browser, or a viewer of pictures, run or draw markup; also at the end of the file. */
const markup = /<(?:!doctype|\?xml|html|head|body|script|style|iframe|object|embed|svg|math|meta|link|base|form)[\s/>:!]/i;
/** Longer than any of them. */
const overlap = 16;

const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(Math.max(0, from), to)).toString('latin1');

/** Browsers look for markup in this many bytes, and readers of PDF for its beginning. */
const looked = 4096;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these do not occur in a text.
const notText = /[\u0000-\u0008\u000e-\u001f\u007f]/;

/** Bytes that are read without a break: 10 MiB of blanks take 60 ms. */
const part = 256 * 1024;

const textOf = (decoder: TextDecoder, bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 });
  } catch {
    return undefined;
  }
};

const isPlainText = function* (bytes: Uint8Array): Generator<void, boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let before = '';
  let hasBegun = false;
  // An empty part after the last one ends the text.
  for (let from = 0; from < bytes.length + part; from += part) {
    const decoded = textOf(decoder, bytes.subarray(from, from + part));
    if (decoded === undefined) return false;
    const text = from < bytes.length ? before + decoded : `${before}${decoded}\n`;
    if (notText.test(text) || markup.test(text) || text.includes('%PDF-')) return false;
    const begun: string = hasBegun ? '' : text.trimStart();
    if (begun.startsWith('<')) return false;
    hasBegun ||= begun !== '';
    before = text.slice(-overlap);
    yield;
  }
  return true;
};

const zipEnd = Buffer.from('PK\u0005\u0006', 'latin1');

/** Its last record says how long a comment follows it, up to the end of the file. */
const endsAsZip = (bytes: Uint8Array): boolean => {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(Math.max(0, bytes.length - 22 - 0xffff));
  for (let at = tail.lastIndexOf(zipEnd); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(zipEnd, at - 1))
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  return false;
};

const little = (bytes: Uint8Array, at: number): number => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUInt32LE(at);

/** Whether the file ends where its format does: what follows could be a file of another type. */
const isWhole: { readonly [Type in FileTypeName]?: (bytes: Uint8Array) => boolean } = {
  png: (bytes) => latin(bytes, bytes.length - 8, bytes.length) === 'IEND\xaeB`\x82',
  webp: (bytes) => bytes.length >= 12 && [0, 1].includes(bytes.length - 8 - little(bytes, 4)),
  pdf: (bytes) => latin(bytes, 0, 5) === '%PDF-' && latin(bytes, bytes.length - 1024, bytes.length).includes('%%EOF'),
};

const zipTypes: readonly FileTypeName[] = ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'];

/** A file that is its type and nothing else: no HTML for a browser that guesses, no archive behind a picture. */
const isOnly = (type: FileTypeName, bytes: Uint8Array): boolean => {
  const head = latin(bytes, 0, looked);
  const isZip = zipTypes.includes(type);
  return (
    (isWhole[type]?.(bytes) ?? true) &&
    endsAsZip(bytes) === isZip &&
    (type === 'pdf' || !head.includes('%PDF-')) &&
    // The names in an archive, and what an office document begins with, are not markup that anybody opens.
    (isZip || !/<(?:!doctype|html|script|svg|iframe|body)(?=[\s/>]|$)/i.test(head))
  );
};

/**
 * What an uploaded file is, by its bytes alone. The library knows many more formats; what it finds there is refused. A text is what has no
 * other format, is UTF-8, and has no markup.
 */
export const identifyFile = async (bytes: Uint8Array): Promise<FileTypeName | undefined> => {
  // Loaded with the first file: few tests have such questions.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found === undefined) return !endsAsZip(bytes) && (await inParts(isPlainText(bytes))) ? 'text' : undefined;
  const type = byExtension.get(found.ext);
  return type !== undefined && isOnly(type, bytes) ? type : undefined;
};
