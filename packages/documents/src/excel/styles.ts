type Look = {
  readonly format?: number;
  readonly font?: number;
  readonly fill?: number;
  readonly border?: number;
  readonly quoted?: boolean;
  /** Attributes of the `alignment` element. */
  readonly alignment?: string;
};

const left = 'horizontal="left"';
// The indent separates figures from the text beside them and a right-aligned title from the filter button.
const right = 'horizontal="right" indent="1"';
const rightTitle = 'horizontal="right" indent="2"';
const header = { font: 1, fill: 2, border: 1 };

const looks = {
  plain: {},
  quoted: { quoted: true },
  label: { font: 1 },
  header,
  headerOfFigures: { ...header, alignment: rightTitle },
  /** Ids and versions: never shown as `1.2E+11`, and left-aligned because they are not summed. */
  whole: { format: 1, alignment: left },
  figure: { alignment: right },
  percent: { format: 165, alignment: right },
  average: { format: 2, alignment: right },
  /** A figure in a column of texts. */
  fact: { alignment: left },
  instant: { format: 164, alignment: left },
} as const satisfies Record<string, Look>;

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

const xfs = Object.values<Look>(looks).map(xf);

export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.0%"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF4"/><bgColor indexed="64"/></patternFill></fill></fills>
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8A99AD"/></bottom><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
