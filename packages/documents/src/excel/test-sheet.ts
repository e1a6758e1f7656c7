import type { TestReport } from '@assay/domain';
import { type Cell, type CellValue, excelDate } from './cell.ts';
import { type Column, headerCell, rowCells, type Sheet } from './sheet.ts';
import type { StyleName } from './styles.ts';

type Version = TestReport['versions'][number];

const fact = (label: string, value: CellValue, style: StyleName = 'fact'): readonly Cell[] => [
  { style: 'label', value: label },
  { style: typeof value === 'string' ? 'plain' : style, value },
];

const facts = (report: TestReport): readonly (readonly Cell[])[] => {
  const newest = report.versions[0];
  return [
    fact('Account', report.accountName),
    fact('Test', report.testName),
    fact('Test id', report.testId),
    fact('Test key', report.testKey),
    fact('Status', report.testStatus),
    fact('Newest version', newest?.version ?? null),
    fact('Duration (min)', newest?.duration ?? null),
    fact('Questions', newest?.sections.reduce((count, { questions }) => count + questions.length, 0) ?? null),
    fact('Maximum score', newest === undefined ? null : Number(newest.totalScore)),
    fact('Exported at (UTC)', excelDate(report.exportedAt), 'instant'),
  ];
};

type Section = { readonly version: Version; readonly section: Version['sections'][number] };

const sectionColumns: readonly Column<Section>[] = [
  { title: 'Version', width: 20, style: 'whole', value: ({ version }) => version.version },
  { title: 'Section', width: 44, style: 'plain', value: ({ section }) => section.sectionName },
  { title: 'Type', width: 20, style: 'plain', value: ({ section }) => section.sectionType },
  { title: 'Questions', width: 14, style: 'figure', value: ({ section }) => section.questions.length },
  { title: 'Maximum', width: 14, style: 'figure', value: ({ section }) => Number(section.sectionScore) },
  { title: 'Duration of version (min)', width: 28, style: 'figure', value: ({ version }) => version.duration },
];

/** The facts of the test, then every section of every version, newest first. */
export const testSheet = (report: TestReport): Sheet => ({
  name: 'Test',
  place: 0,
  frozen: 0,
  bars: [],
  wraps: null,
  widths: sectionColumns.map(({ width }) => width),
  header: null,
  rows: async function* () {
    yield* facts(report);
    yield [];
    yield sectionColumns.map(headerCell);
    for (const version of report.versions) {
      for (const section of version.sections) yield rowCells(sectionColumns, { version, section });
    }
  },
});
