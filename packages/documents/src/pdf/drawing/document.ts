import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import type { Typefaces } from '../../fonts/typefaces.ts';
import { pause } from '../../pause.ts';
import { drawMasthead, type Masthead } from './masthead.ts';
import { drawPageFrames, type Framed } from './page-frame.ts';
import type { Element, Sheet } from './sheet.ts';
import { colors, page } from './theme.ts';
import { makeTypesetter } from './typesetter.ts';

const inXml = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;

/** pdfkit writes these texts twice: as a PDF string, and by `toString` into XML, which it does not escape. */
const documentWords = (text: string): string => {
  const words = Object(text);
  words.toString = () => text.replace(/[&<>]/g, (one) => inXml[one as keyof typeof inXml]);
  return words;
};

type Report = Masthead & Omit<Framed, 'name'>;

type About = {
  readonly title: string;
  readonly subject: string;
  /** Stands at the right on top of the first page. */
  readonly kind: string;
  /** Whom or what it is about: at the head of each further page. */
  readonly name: string;
  /** What comes before the date at the foot of each page. */
  readonly madeOn?: string;
  readonly typefaces: Typefaces;
  /** Pages are wider than high. */
  readonly across?: boolean;
};

/** A tagged A4 document in English, whose pages stay open until its end. */
const openDocument = ({ accountName, generatedAt }: Report, { title, subject, across = false }: About): PDFKit.PDFDocument =>
  new PDFDocument({
    size: across ? [page.height, page.width] : [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: documentWords(title),
      Author: documentWords(accountName),
      Subject: documentWords(subject),
      Creator: 'Assay',
      CreationDate: new Date(generatedAt),
      ModDate: new Date(generatedAt),
    },
  });

/** What `flushPages` ends in one piece, which its types leave out. */
type OpenPages = { _pageBuffer: readonly unknown[] };

/** Ends a document page by page: each is compressed, and a hundred of them take 80 ms. */
const endDocument = async (doc: PDFKit.PDFDocument): Promise<void> => {
  const open = doc as unknown as OpenPages;
  for (const one of open._pageBuffer) {
    open._pageBuffer = [one];
    doc.flushPages();
    await pause();
  }
  doc.end();
};

/**
 * A document with the account's masthead, what `draw` draws, and a head and foot on each page. The same report gives the same bytes.
 * Everything is drawn before the stream is returned, so that a rejection (an unreadable font file, an unknown zone, a bug) never leaves half a document.
 */
export const drawDocument = async (
  report: Report,
  about: About,
  draw: (sheet: Sheet, root: Element) => Promise<void>,
): Promise<Readable> => {
  const doc = openDocument(report, about);
  const { kind, name, madeOn = 'Made on', typefaces } = about;
  const sheet: Sheet = { doc, typesetter: makeTypesetter(typefaces), accent: report.brand.color ?? colors.accent, y: page.top };
  const root = doc.struct('Document');
  doc.addStructure(root);
  drawMasthead(sheet, root, report, kind);
  await draw(sheet, root);
  await drawPageFrames(sheet, { ...report, name }, madeOn);
  await endDocument(doc);
  return doc;
};
