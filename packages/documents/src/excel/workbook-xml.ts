import { columnName, escapeXml } from './cell.ts';
import { type ChartPart, chartParts } from './chart-xml.ts';
import { declaration, officeRelations, relationsXml } from './relations.ts';
import { stylesXml } from './styles.ts';
import { filterRange, type Piece } from './worksheet-xml.ts';

export type WorkbookFacts = {
  readonly title: string;
  readonly creator: string /** Milliseconds since 1970 UTC. */;
  readonly createdAt: number;
};
export type Part = { readonly path: string; readonly xml: string };

const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types';
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const worksheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/** A sheet as it was written, and the number of its file. */
type Tab = readonly [piece: Piece, file: number];

const inOrder = (pieces: readonly Piece[]): readonly Tab[] =>
  pieces.map((piece, index) => [piece, index + 1] as const).toSorted(([one], [other]) => one.sheet.place - other.sheet.place);

const titleColumns = ({ sheet: { frozen } }: Piece, sheet: string): string =>
  frozen === 0 ? '' : `${sheet}$A:$${columnName(frozen - 1)},`;

// Excel stores the range of a filter twice: in the sheet and under this hidden name.
const definedNames = (tabs: readonly Tab[]): string =>
  tabs
    .flatMap(([piece], index) => {
      const filter = filterRange(piece)?.replace(/([A-Z]+)(\d+)/gu, '$$$1$$$2');
      if (filter === undefined) return [];
      const sheet = `'${piece.name}'!`;
      return [
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${sheet}${filter}</definedName>`,
        `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${titleColumns(piece, sheet)}${sheet}$1:$1</definedName>`,
      ];
    })
    .join('');

const workbookXml = (pieces: readonly Piece[]): string => {
  const tabs = inOrder(pieces);
  const names = definedNames(tabs);
  const sheets = tabs.map(([{ name }, file]) => `<sheet name="${escapeXml(name)}" sheetId="${file}" r:id="rId${file}"/>`);
  return `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeRelations}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets>${names === '' ? '' : `<definedNames>${names}</definedNames>`}</workbook>`;
};

const workbookRelations = (pieces: readonly Piece[]): string =>
  relationsXml([
    ...pieces.map((_, index) => ({ type: `${officeRelations}/worksheet`, target: `worksheets/sheet${index + 1}.xml` })),
    { type: `${officeRelations}/styles`, target: 'styles.xml' },
  ]);

const typesXml = (pieces: readonly Piece[], charts: readonly ChartPart[]): string => {
  const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${type}"/>`;
  return `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
    override('xl/workbook.xml', `${spreadsheetType}.sheet.main+xml`),
    override('xl/styles.xml', `${spreadsheetType}.styles+xml`),
    override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    ...pieces.map((_, index) => override(worksheetPath(index), `${spreadsheetType}.worksheet+xml`)),
    ...charts.flatMap(({ path, type }) => (type === undefined ? [] : [override(path, type)])),
  ].join('')}</Types>`;
};

const packageRelationsXml = relationsXml([
  { type: `${officeRelations}/officeDocument`, target: 'xl/workbook.xml' },
  { type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', target: 'docProps/core.xml' },
]);

const coreXml = ({ title, creator, createdAt }: WorkbookFacts): string =>
  `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(creator)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${new Date(createdAt).toISOString()}</dcterms:created></cp:coreProperties>`;

/** The parts that list the worksheets. They are written last, when the number of worksheets is known. */
export const closingParts = (facts: WorkbookFacts, pieces: readonly Piece[]): readonly Part[] => {
  const charts = chartParts(pieces);
  return [
    ...charts,
    { path: 'xl/styles.xml', xml: stylesXml },
    { path: 'xl/workbook.xml', xml: workbookXml(pieces) },
    { path: 'xl/_rels/workbook.xml.rels', xml: workbookRelations(pieces) },
    { path: 'docProps/core.xml', xml: coreXml(facts) },
    { path: '_rels/.rels', xml: packageRelationsXml },
    { path: '[Content_Types].xml', xml: typesXml(pieces, charts) },
  ];
};
