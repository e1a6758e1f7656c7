import PDFDocument from 'pdfkit';
import { pause } from '../pause.ts';
import { page } from './theme.ts';

const inXml = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;

/** pdfkit writes these texts twice: as a PDF string, and by `toString` into XML, which it does not escape. */
const documentWords = (text: string): string => {
  const words = Object(text);
  words.toString = () => text.replace(/[&<>]/g, (one) => inXml[one as keyof typeof inXml]);
  return words;
};

type About = {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly at: number;
  /** Pages are wider than high. */
  readonly across?: boolean;
};

/** A tagged A4 document in English, whose pages stay open until its end. */
export const openDocument = ({ title, author, subject, at, across = false }: About): PDFKit.PDFDocument =>
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
      Author: documentWords(author),
      Subject: documentWords(subject),
      Creator: 'Assay',
      CreationDate: new Date(at),
      ModDate: new Date(at),
    },
  });

/** What `flushPages` ends in one piece, which its types leave out. */
type OpenPages = { _pageBuffer: readonly unknown[] };

/** Ends a document page by page: each is compressed, and a hundred of them take 80 ms. */
export const endDocument = async (doc: PDFKit.PDFDocument): Promise<void> => {
  const open = doc as unknown as OpenPages;
  for (const one of open._pageBuffer) {
    open._pageBuffer = [one];
    doc.flushPages();
    await pause();
  }
  doc.end();
};
