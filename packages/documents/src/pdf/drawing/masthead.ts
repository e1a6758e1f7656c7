import type { Brand, CandidateReport } from '@assay/domain';
import { drawText, hairline } from './draw.ts';
import { drawJpeg, openJpeg } from './jpeg.ts';
import { artifact, content, type Element, rightOf, type Sheet } from './sheet.ts';
import { page, styles } from './theme.ts';

export type Masthead = Pick<CandidateReport, 'accountName'> & { readonly brand: Brand };

const logoBox = { width: 160, height: 48 } as const;
/** A logo with fewer pixels is not drawn larger than on a screen, whose pixels are three quarters of a point. */
const pointsPerPixel = 0.75;
const gap = 14;

/** Draws the logo of the account on top of the first page, if it has one that can be read; returns its size. */
const drawLogo = (sheet: Sheet, root: Element, { accountName, brand }: Masthead): { width: number; height: number } | undefined => {
  const logo = brand.logo === null ? undefined : openJpeg(sheet, brand.logo);
  if (logo === undefined) return undefined;
  const scale = Math.min(pointsPerPixel, logoBox.width / logo.width, logoBox.height / logo.height);
  const [width, height] = [logo.width * scale, logo.height * scale];
  content(sheet, root, 'Figure', () => drawJpeg(sheet, logo, page.left, page.top, [width, height]), {
    alt: `Logo of ${accountName}`,
    bbox: [page.left, page.top, page.left + width, page.top + height],
  });
  return { width, height };
};

/** Logo, account and kind of the document on top of the first page. */
export const drawMasthead = (sheet: Sheet, root: Element, report: Masthead, title: string): void => {
  const logo = drawLogo(sheet, root, report);
  const left = page.left + (logo === undefined ? 0 : logo.width + gap);
  const kind = sheet.typesetter.paragraph(title, { ...styles.overline, color: sheet.accent }, rightOf(sheet) - left);
  const account = sheet.typesetter.paragraph(report.accountName, styles.account, rightOf(sheet) - left - kind.width - 32);
  const height = Math.max(logo?.height ?? 0, account.height);
  const middle = page.top + height / 2;
  content(sheet, root, 'P', () => drawText(sheet, account, { x: left, y: middle - account.height / 2 }));
  content(sheet, root, 'P', () => drawText(sheet, kind, { x: rightOf(sheet), y: middle - kind.height / 2 }, 'right'));
  sheet.y = page.top + height + 8;
  artifact(sheet, 'Layout', () => hairline(sheet, sheet.y));
  sheet.y += 18;
};
