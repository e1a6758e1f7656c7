type Look = {
  readonly format?: number;
  readonly font?: number;
  readonly fill?: number;
  readonly border?: number;
  readonly quoted?: boolean;
  /** Attributes of the `alignment` element. */
  readonly alignment?: string;
};

const top = 'vertical="top"';
const left = `horizontal="left" ${top}`;
// The indent separates figures from the text beside them and a right-aligned title from the filter button.
const right = `horizontal="right" indent="1" ${top}`;
const rightTitle = 'horizontal="right" indent="2"';
const center = `horizontal="center" ${top}`;
const header = { font: 1, fill: 2, border: 1 };

const looks = {
  plain: { alignment: top },
  quoted: { quoted: true, alignment: top },
  label: { font: 1 },
  header,
  headerOfFigures: { ...header, alignment: rightTitle },
  /** Ids and versions: never shown as `1.2E+11`, and left-aligned because they are not summed. */
  whole: { format: 1, alignment: left },
  figure: { alignment: right },
  percent: { format: 165, alignment: right },
  /** A percent in a column of texts. */
  share: { format: 165, alignment: left },
  average: { format: 2, alignment: right },
  /** A figure in a column of texts. */
  fact: { alignment: left },
  instant: { format: 164, alignment: left },
  wrapped: { alignment: `${top} wrapText="1"` },
  /** Scores of questions, by what came of them; a blank one is grey. */
  right: { fill: 3, alignment: center },
  partial: { fill: 4, alignment: center },
  wrong: { fill: 5, alignment: center },
  blank: { font: 2, alignment: center },
  /** Answers, in the same colours. What a candidate typed stays a text when somebody edits the cell. */
  rightAnswer: { fill: 3, quoted: true, alignment: top },
  partialAnswer: { fill: 4, quoted: true, alignment: top },
  wrongAnswer: { fill: 5, quoted: true, alignment: top },
  blankAnswer: { font: 2, alignment: top },
  headerOfScores: { ...header, alignment: center },
} as const satisfies Record<string, Look>;

/** Of data bars. */
export const barColor = 'FF7FB3B5';

export type StyleName = keyof typeof looks;

const indexes = new Map(Object.keys(looks).map((name, index) => [name, index]));

/** The `s` of a cell. */
export const styleIndex = (name: StyleName): number => indexes.get(name) ?? 0;

const xf = ({ format = 0, font = 0, fill = 0, border = 0, quoted, alignment }: Look): string => {
  const ids = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"`;
  const applied = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"';
  const quotePrefix = quoted ? ' quotePrefix="1"' : '';
  if (alignment === undefined) return `<xf ${ids}${quotePrefix} ${applied}/>`;
  return `<xf ${ids}${quotePrefix} ${applied} applyAlignment="1"><alignment ${alignment}/></xf>`;
};

const solid = (rgb: string): string =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`;

const xfs = Object.values<Look>(looks).map(xf);

export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.00%"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><sz val="11"/><color rgb="FF6B7684"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="6"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF4"/><bgColor indexed="64"/></patternFill></fill>${['FFDDF0E3', 'FFFFF1CC', 'FFFBE0DD'].map(solid).join('')}</fills>
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8A99AD"/></bottom><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
