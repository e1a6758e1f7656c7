import { type CandidateReport, percentInWords, shareOf } from '@assay/domain';
import { drawBar, drawText } from './draw.ts';
import { content, type Element, type Sheet } from './sheet.ts';
import { drawHeading } from './summary.ts';
import { beginningHeight, type Cell, drawTable } from './table.ts';
import { contentWidth, styles } from './theme.ts';

type Section = CandidateReport['sections'][number];

const scoreWidth = 70;
const barWidth = 150;
const nameWidth = contentWidth - scoreWidth - barWidth;
const gap = 24;

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const nameCell = (sheet: Sheet, { sectionName, sectionType }: Section): Cell => {
  const name = sheet.typesetter.paragraph(sectionName, styles.strong, nameWidth - gap);
  const type = sheet.typesetter.paragraph(capitalised(sectionType), styles.small, nameWidth - gap);
  return {
    height: name.height + type.height,
    draw: (cell, x, y) =>
      content(sheet, cell, 'P', () => {
        drawText(sheet, name, { x, y });
        drawText(sheet, type, { x, y: y + name.height });
      }),
  };
};

const barCell = (sheet: Sheet, { candidateScore, sectionScore }: Section): Cell => ({
  height: 14,
  draw: (cell, x, y) => {
    const top = y + 4.5;
    content(sheet, cell, 'Figure', () => drawBar(sheet, { x, y: top }, barWidth, 5, shareOf(candidateScore, sectionScore)), {
      alt: `Bar: ${candidateScore} of ${sectionScore}, ${percentInWords(candidateScore, sectionScore) ?? 'nothing to score'}`,
      bbox: [x, top, x + barWidth, top + 5],
    });
  },
});

const scoreCell = (sheet: Sheet, { candidateScore, sectionScore }: Section): Cell => {
  const score = sheet.typesetter.decimal(candidateScore, styles.strong);
  const total = sheet.typesetter.paragraph(`of ${sectionScore}`, styles.small, scoreWidth);
  return {
    height: score.height + total.height,
    draw: (cell, x, y) =>
      content(sheet, cell, 'P', () => {
        drawText(sheet, score, { x: x + scoreWidth, y }, 'right');
        drawText(sheet, total, { x: x + scoreWidth, y: y + score.height }, 'right');
      }),
  };
};

/** Each section with its score against its maximum. */
export const drawSections = async (sheet: Sheet, root: Element, { sections }: CandidateReport): Promise<void> => {
  drawHeading(sheet, root, 'Sections', beginningHeight);
  const columns = [
    { title: 'Section', width: nameWidth, align: 'left' },
    { title: 'Share of the maximum', width: barWidth, align: 'left' },
    { title: 'Score', width: scoreWidth, align: 'right' },
  ] as const;
  await drawTable(
    sheet,
    root,
    columns,
    sections.map((section) => [nameCell(sheet, section), barCell(sheet, section), scoreCell(sheet, section)]),
  );
  sheet.y += 26;
};
