import { inflateSync } from 'node:zlib';
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFString,
} from '@cantoo/pdf-lib';
import { stripJpeg } from '../strip-jpeg.ts';
import { refuse } from './cannot-clean.ts';
import { isOnMachine, noPlace } from './places.ts';

/** Of any dictionary: metadata, people, data of other programs, attached files, forms in XML with their data. */
const anywhere =
  'Metadata PieceInfo LastModified CreatorInfo SpiderInfo Author Creator Producer Company Manager User AF EmbeddedFiles EF XFA DSS Perms'.split(
    ' ',
  );
/** `T` of a remark is its author, of a form field its name. */
const ofRemark = ['T', 'M', 'CreationDate', 'NM'];
const ofField = ['M', 'CreationDate', 'NM'];
const ofSignature = ['Name', 'Location', 'ContactInfo', 'Reason', 'M', 'Contents', 'Cert', 'Prop_Build', 'ByteRange'];
const ofFileName = ['F', 'UF', 'DOS', 'Win', 'Mac', 'Unix', 'Desc'];

const toFiles = new Set(['/GoToR', '/GoToE', '/Launch', '/ImportData']);

const has = (dict: PDFDict, name: string): boolean => dict.has(PDFName.of(name));
const nameOf = (dict: PDFDict, name: string): string | undefined => dict.get(PDFName.of(name))?.toString();

const personalOf = (dict: PDFDict): readonly string[] => [
  ...anywhere,
  ...(has(dict, 'Rect') && has(dict, 'Subtype') ? (nameOf(dict, 'Subtype') === '/Widget' ? ofField : ofRemark) : []),
  ...(has(dict, 'ByteRange') ? ofSignature : []),
  ...(has(dict, 'EF') || ['/Filespec', '/F'].includes(nameOf(dict, 'Type') ?? '') || toFiles.has(nameOf(dict, 'S') ?? '')
    ? ofFileName
    : []),
];

const mostOfPicture = 100 * 1024 * 1024;

/** A picture in it may have metadata of its own. */
const cleanStream = (stream: PDFRawStream): PDFRawStream => {
  const { dict } = stream;
  const bytes = stream.getContents();
  const filter = dict.lookup(PDFName.of('Filter'));
  const filters = (filter instanceof PDFArray ? filter.asArray() : [filter]).map((one) => one?.toString());
  if (filters.at(-1) === '/DCTDecode') {
    const isPacked = filters.length === 2 && filters[0] === '/FlateDecode';
    if (filters.length > 1 && !isPacked) refuse('unread');
    const stripped = stripJpeg(isPacked ? inflateSync(bytes, { maxOutputLength: mostOfPicture }) : bytes) ?? refuse('unread');
    dict.set(PDFName.of('Filter'), PDFName.of('DCTDecode'));
    if (isPacked) dict.delete(PDFName.of('DecodeParms'));
    return PDFRawStream.of(dict, stripped);
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text.includes('xmpmeta') || text.includes('Exif\0') ? refuse('unread') : stream;
};

/** A PDF without metadata, remarks' authors, attachments, signatures and what former versions of it left. */
export const cleanPdf = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const { context } = await PDFDocument.load(bytes, {
    updateMetadata: false,
    throwOnInvalidObject: true,
    parseSpeed: ParseSpeeds.Fastest,
  });
  const { Root = refuse('damaged') } = context.trailerInfo;
  context.trailerInfo = { Root };
  const reached = new Set<PDFRef>();
  const waiting: PDFObject[] = [Root];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (one instanceof PDFRef) {
      if (reached.has(one)) continue;
      reached.add(one);
      const target = context.lookup(one);
      const kept = target instanceof PDFRawStream ? cleanStream(target) : target;
      if (kept !== undefined && kept !== target) context.assign(one, kept);
      if (kept !== undefined) waiting.push(kept);
    } else if (one instanceof PDFArray) for (const item of one.asArray()) waiting.push(item);
    else if (one instanceof PDFStream) waiting.push(one.dict);
    else if (one instanceof PDFDict) {
      for (const name of personalOf(one)) one.delete(PDFName.of(name));
      for (const [name, value] of one.entries())
        if ((value instanceof PDFString || value instanceof PDFHexString) && isOnMachine(value.decodeText()))
          one.set(name, PDFString.of(noPlace));
      for (const item of one.values()) waiting.push(item);
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
  return PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
};
