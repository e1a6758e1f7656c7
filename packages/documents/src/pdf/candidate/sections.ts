import { type CandidateReport, percentInWords, type ScoreBar, sectionsWithBars } from '@assay/domain';
import { drawBar, drawText } from '../drawing/draw.ts';
import { content, type Element, type Sheet } from '../drawing/sheet.ts';
import { drawHeading } from '../drawing/summary.ts';
import { beginningHeight, type Cell, drawTable } from '../drawing/table.ts';
import { contentWidth, styles } from '../drawing/theme.ts';

type Section = CandidateReport['sections'][number];

const scoreWidth = 78;
const shareWidth = 222;
const barWidth = 150;
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

const shareCell = (sheet: Sheet, { candidateScore, sectionScore }: Section, bar: ScoreBar): Cell => {
  const percent = percentInWords(candidateScore, sectionScore);
  const words = sheet.typesetter.decimal(percent ?? '', styles.label);
  return {
    height: words.height,
    draw: (cell, x, y) => {
      const [top, height] = [y + words.height / 2 - 3, 6];
      content(sheet, cell, 'Figure', () => drawBar(sheet, { x, y: top }, [barWidth, height], bar), {
        alt: `Bar: ${bar.words}`,
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
export const drawSections = async (sheet: Sheet, root: Element, report: CandidateReport): Promise<void> => {
  drawHeading(sheet, root, 'Sections', beginningHeight);
  const columns = [
    { title: 'Section', width: nameWidth, align: 'left' },
    { title: 'Share of the maximum', width: shareWidth, align: 'left' },
    { title: 'Score', width: scoreWidth, align: 'right' },
  ] as const;
  const areTyped = new Set(report.sections.map(({ sectionType }) => sectionType)).size > 1;
  const rows = sectionsWithBars(report).map(({ section, bar, notes }) => {
    const under = [...(areTyped ? [capitalised(section.sectionType)] : []), ...notes].join(' · ');
    return [nameCell(sheet, section, under), shareCell(sheet, section, bar), scoreCell(sheet, section)];
  });
  await drawTable(sheet, root, columns, rows);
  sheet.y += 18;
};
