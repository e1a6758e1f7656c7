import { type CandidateReport, percentInWords, sectionResultInWords, shareOf } from '@assay/domain';
import { drawBar, drawText } from './draw.ts';
import { content, type Element, type Sheet } from './sheet.ts';
import { drawHeading, marksOn } from './summary.ts';
import { beginningHeight, type Cell, drawTable } from './table.ts';
import { contentWidth, styles } from './theme.ts';

type Section = CandidateReport['sections'][number];

const scoreWidth = 78;
const shareWidth = 242;
const barWidth = 170;
const nameWidth = contentWidth - scoreWidth - shareWidth;
const gap = 20;

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const nameCell = (sheet: Sheet, { sectionName }: Section, under: string): Cell => {
  const name = sheet.typesetter.paragraph(sectionName, styles.strong, nameWidth - gap);
  const more = under === '' ? undefined : sheet.typesetter.paragraph(under, styles.small, nameWidth - gap);
  return {
    height: name.height + (more?.height ?? 0),
    draw: (cell, x, y) =>
      content(sheet, cell, 'P', () => {
        drawText(sheet, name, { x, y });
        if (more !== undefined) drawText(sheet, more, { x, y: y + name.height });
      }),
  };
};

const shareCell = (sheet: Sheet, { candidateScore, sectionScore, passPercent }: Section): Cell => {
  const percent = percentInWords(candidateScore, sectionScore);
  const words = sheet.typesetter.decimal(percent ?? '', styles.label);
  return {
    height: words.height,
    draw: (cell, x, y) => {
      const [top, height] = [y + words.height / 2 - 3, 6];
      const share = shareOf(candidateScore, sectionScore);
      content(sheet, cell, 'Figure', () => drawBar(sheet, { x, y: top }, [barWidth, height], share, marksOn(passPercent)), {
        alt: `Bar: ${candidateScore} of ${sectionScore}, ${percent ?? 'nothing to score'}`,
        bbox: [x, top, x + barWidth, top + height],
      });
      if (percent !== undefined) content(sheet, cell, 'P', () => drawText(sheet, words, { x: x + shareWidth - gap, y }, 'right'));
    },
  };
};

const scoreCell = (sheet: Sheet, { candidateScore, sectionScore }: Section): Cell => {
  const total = sheet.typesetter.paragraph(` of ${sectionScore}`, styles.label, scoreWidth);
  const score = sheet.typesetter.decimal(candidateScore, styles.strong);
  return {
    height: score.height,
    draw: (cell, x, y) =>
      content(sheet, cell, 'P', () => {
        drawText(sheet, score, { x: x + scoreWidth - total.width, y }, 'right');
        drawText(sheet, total, { x: x + scoreWidth, y }, 'right');
      }),
  };
};

/** Each section with its score against its maximum. */
export const drawSections = async (sheet: Sheet, root: Element, { sections }: CandidateReport): Promise<void> => {
  drawHeading(sheet, root, 'Sections', beginningHeight);
  const columns = [
    { title: 'Section', width: nameWidth, align: 'left' },
    { title: 'Share of the maximum', width: shareWidth, align: 'left' },
    { title: 'Score', width: scoreWidth, align: 'right' },
  ] as const;
  const types = new Set(sections.map(({ sectionType }) => sectionType));
  await drawTable(
    sheet,
    root,
    columns,
    sections.map((section) => [
      nameCell(
        sheet,
        section,
        [...(types.size > 1 ? [capitalised(section.sectionType)] : []), ...sectionResultInWords(section)].join(' · '),
      ),
      shareCell(sheet, section),
      scoreCell(sheet, section),
    ]),
  );
  sheet.y += 24;
};
