import { columnName, escapeXml } from './cell.ts';
import { declaration, officeRelations, relationsXml } from './relations.ts';
import type { Chart } from './sheet.ts';
import { barColor } from './styles.ts';
import { chartOf, type Piece } from './worksheet-xml.ts';

const drawings = 'http://schemas.openxmlformats.org/drawingml/2006';

/** In English Metric Units, 9,525 to a pixel: beside the columns of the sheet it still fits the width of a page. */
const size = { width: 600 * 9_525, height: 340 * 9_525 };

const gap = 20 * 9_525;

/** A part of the package; `type` is what the list of content types says of it, absent for relations. */
export type ChartPart = { readonly path: string; readonly xml: string; readonly type?: string };

const text = (words: string, points: number): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${points * 100}" b="0"/></a:pPr><a:r><a:rPr lang="en" sz="${points * 100}" b="0"/><a:t>${escapeXml(words)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;

const [namesAxis, numbersAxis] = [1, 2];

const chartXml = (chart: Chart, name: string): string => {
  const cells = (column: number): string => escapeXml(`'${name}'!$${columnName(column)}$${chart.from}:$${columnName(column)}$${chart.to}`);
  const axis = (id: number, other: number, place: string, title: string, rest: string): string =>
    `<c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${place}"/>${rest}${text(title, 10)}<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${other}"/><c:crosses val="autoZero"/>`;
  const gridlines =
    '<c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D8DEE4"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>';
  return `${declaration}<c:chartSpace xmlns:c="${drawings}/chart" xmlns:a="${drawings}/main" xmlns:r="${officeRelations}"><c:roundedCorners val="0"/><c:chart>${text(chart.title, 13)}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:v>${escapeXml(chart.numbers.title)}</c:v></c:tx><c:spPr><a:solidFill><a:srgbClr val="${barColor.slice(2)}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>${cells(chart.names.column)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${cells(chart.numbers.column)}</c:f></c:numRef></c:val></c:ser><c:gapWidth val="8"/><c:axId val="${namesAxis}"/><c:axId val="${numbersAxis}"/></c:barChart><c:catAx>${axis(namesAxis, numbersAxis, 'b', chart.names.title, '')}<c:auto val="0"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx><c:valAx>${axis(numbersAxis, namesAxis, 'l', chart.numbers.title, gridlines)}<c:crossBetween val="between"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
};

const drawingXml = ({ title, place }: Chart): string =>
  `${declaration}<xdr:wsDr xmlns:xdr="${drawings}/spreadsheetDrawing" xmlns:a="${drawings}/main"><xdr:oneCellAnchor><xdr:from><xdr:col>${place}</xdr:col><xdr:colOff>${gap}</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${size.width}" cy="${size.height}"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1" descr="${escapeXml(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${drawings}/chart"><c:chart xmlns:c="${drawings}/chart" xmlns:r="${officeRelations}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;

const types = 'application/vnd.openxmlformats-officedocument';

/** The charts of worksheets: each is drawn by a part of its own, which the worksheet names. */
export const chartParts = (pieces: readonly Piece[]): readonly ChartPart[] => {
  let number = 0;
  return pieces.flatMap((piece, index): readonly ChartPart[] => {
    const chart = chartOf(piece);
    if (chart === undefined) return [];
    number += 1;
    const drawing = `drawing${number}.xml`;
    return [
      {
        path: `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
        xml: relationsXml([{ type: `${officeRelations}/drawing`, target: `../drawings/${drawing}` }]),
      },
      { path: `xl/drawings/${drawing}`, xml: drawingXml(chart), type: `${types}.drawing+xml` },
      {
        path: `xl/drawings/_rels/${drawing}.rels`,
        xml: relationsXml([{ type: `${officeRelations}/chart`, target: `../charts/chart${number}.xml` }]),
      },
      { path: `xl/charts/chart${number}.xml`, xml: chartXml(chart, piece.name), type: `${types}.drawingml.chart+xml` },
    ];
  });
};
