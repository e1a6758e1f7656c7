import { page } from './theme.ts';
import type { Typesetter } from './typesetter.ts';

type Document = PDFKit.PDFDocument;
export type Element = ReturnType<Document['struct']>;

/** The drawing position: `y` grows downwards, in points. `accent` is the colour of bars and marks. */
export type Sheet = { readonly doc: Document; readonly typesetter: Typesetter; readonly accent: string; y: number };

type ElementOptions = PDFKit.Mixins.StructureElementOptions & {
  readonly scope?: 'Column' | 'Row';
  readonly placement?: 'Block' | 'Inline';
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number];
};

/** Adds a structure element that holds other elements. */
export const group = ({ doc }: Sheet, parent: Element, tag: string, options: ElementOptions = {}): Element => {
  const element = doc.struct(tag, options);
  parent.add(element);
  return element;
};

/** Adds a structure element and draws its content. */
export const content = ({ doc }: Sheet, parent: Element, tag: string, draw: () => void, options: ElementOptions = {}): void => {
  parent.add(doc.struct(tag, options, draw));
};

/** Draws content that screen readers skip. */
export const artifact = ({ doc }: Sheet, type: 'Pagination' | 'Layout', draw: () => void): void => {
  doc.markContent('Artifact', { type });
  draw();
  doc.endMarkedContent();
};

export const newPage = (sheet: Sheet): void => {
  sheet.doc.addPage();
  sheet.y = page.top + 34;
};

/** Where the content of a page ends, which may lie across. */
export const rightOf = ({ doc }: Sheet): number => doc.page.width - page.left;
export const bottomOf = ({ doc }: Sheet): number => doc.page.height - (page.height - page.bottom);
export const widthOf = (sheet: Sheet): number => rightOf(sheet) - page.left;

export const fits = (sheet: Sheet, height: number): boolean => sheet.y + height <= bottomOf(sheet);

/** Starts a new page if less than `height` points are left; returns whether it did. */
export const ensure = (sheet: Sheet, height: number): boolean => {
  if (fits(sheet, height)) return false;
  newPage(sheet);
  return true;
};
