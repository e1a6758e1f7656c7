import { type CandidateReport, imagesInWords, timeInWords } from '@assay/domain';
import { drawText } from '../drawing/draw.ts';
import { drawJpeg, openJpeg } from '../drawing/jpeg.ts';
import { content, type Element, ensure, group, type Sheet } from '../drawing/sheet.ts';
import { drawHeading } from '../drawing/summary.ts';
import { colors, contentWidth, page, styles } from '../drawing/theme.ts';
import type { Paragraph } from '../drawing/typesetter.ts';

type Image = CandidateReport['images']['shown'][number];

const perRow = 6;
const gap = 8;
const boxWidth = (contentWidth - (perRow - 1) * gap) / perRow;
const boxHeight = (boxWidth * 3) / 4;
const captionGap = 2;
const padding = 5;

const drawUnreadable = (sheet: Sheet, words: Paragraph, x: number, y: number): void => {
  sheet.doc
    .rect(x + 0.375, y + 0.375, boxWidth - 0.75, boxHeight - 0.75)
    .lineWidth(0.75)
    .stroke(colors.hairline);
  drawText(sheet, words, { x: x + padding, y: y + (boxHeight - words.height) / 2 });
};

/** One image in its box with the time below it, in one figure whose alternative text has both. */
const drawImage = (sheet: Sheet, root: Element, { jpeg }: Image, caption: Paragraph, time: string, x: number): void => {
  const { y } = sheet;
  const image = openJpeg(sheet, jpeg);
  const figure = group(sheet, root, 'Figure', {
    alt: `Webcam image, ${time}${image === undefined ? ', cannot be read' : ''}`,
    bbox: [x, y, x + boxWidth, y + boxHeight + captionGap + caption.height],
  });
  figure.add(() => {
    if (image === undefined) {
      drawUnreadable(sheet, sheet.typesetter.paragraph('Image cannot be read', styles.small, boxWidth - 2 * padding), x, y);
      return;
    }
    sheet.doc.rect(x, y, boxWidth, boxHeight).fill(colors.track);
    drawJpeg(sheet, image, x, y, [boxWidth, boxHeight]);
  });
  content(sheet, figure, 'Caption', () => drawText(sheet, caption, { x, y: y + boxHeight + captionGap }));
};

/** The webcam images as a strip, each with its time; draws nothing if there are none. */
export const drawCamera = (sheet: Sheet, root: Element, { images, zone }: CandidateReport): void => {
  if (images.count === 0) return;
  const placed = images.shown.map((image) => {
    const time = timeInWords(image.takenAt, zone);
    return { image, time, caption: sheet.typesetter.oneLine(time, styles.small, boxWidth) };
  });
  const rowHeight = boxHeight + captionGap + (placed[0]?.caption.height ?? 0);
  const sentence = sheet.typesetter.paragraph(imagesInWords(images), styles.body, contentWidth);
  drawHeading(sheet, root, 'Camera', sentence.height + (placed.length === 0 ? 0 : gap + rowHeight));
  content(sheet, root, 'P', () => drawText(sheet, sentence, { x: page.left, y: sheet.y }));
  sheet.y += sentence.height;

  for (let first = 0; first < placed.length; first += perRow) {
    ensure(sheet, gap + rowHeight);
    sheet.y += gap;
    for (const [column, { image, time, caption }] of placed.slice(first, first + perRow).entries()) {
      drawImage(sheet, root, image, caption, time, page.left + column * (boxWidth + gap));
    }
    sheet.y += rowHeight;
  }
  sheet.y += 26;
};
