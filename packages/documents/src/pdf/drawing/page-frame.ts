import { type CandidateReport, dateInWords } from '@assay/domain';
import { pause } from '../../pause.ts';
import { drawText, hairline } from './draw.ts';
import { artifact, bottomOf, rightOf, type Sheet, widthOf } from './sheet.ts';
import { page, styles } from './theme.ts';

/** What stands on every page. */
export type Framed = Pick<CandidateReport, 'testName' | 'accountName' | 'generatedAt' | 'zone'> & {
  readonly name: string;
};

const drawHead = (sheet: Sheet, { name: subject, testName }: Framed): void => {
  const y = page.top - 12;
  const name = sheet.typesetter.oneLine(subject, styles.smallStrong, widthOf(sheet) * 0.55);
  const test = sheet.typesetter.oneLine(testName, styles.small, widthOf(sheet) - name.width - 32);
  drawText(sheet, name, { x: page.left, y });
  drawText(sheet, test, { x: rightOf(sheet), y }, 'right');
  hairline(sheet, y + name.height + 6);
};

const drawFoot = (sheet: Sheet, { accountName, generatedAt, zone }: Framed, madeOn: string, place: string): void => {
  const y = bottomOf(sheet) + 22;
  const number = sheet.typesetter.oneLine(place, styles.small, 100);
  const made = sheet.typesetter.oneLine(`${madeOn} ${dateInWords(generatedAt, zone)} (${zone})`, styles.small, 300);
  const account = sheet.typesetter.oneLine(accountName, styles.small, widthOf(sheet) - made.width - number.width - 64);
  drawText(sheet, account, { x: page.left, y });
  drawText(sheet, made, { x: page.left + account.width + 16, y });
  drawText(sheet, number, { x: rightOf(sheet), y }, 'right');
};

/** Header and footer of every page, drawn when the number of pages is known. */
export const drawPageFrames = async (sheet: Sheet, report: Framed, madeOn: string): Promise<void> => {
  const { start, count } = sheet.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    await pause();
    sheet.doc.switchToPage(start + index);
    artifact(sheet, 'Pagination', () => {
      if (index > 0) drawHead(sheet, report);
      drawFoot(sheet, report, madeOn, `Page ${index + 1} of ${count}`);
    });
  }
};
