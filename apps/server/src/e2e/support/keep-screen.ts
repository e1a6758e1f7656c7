import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Terminal } from './terminal.ts';

const directory = fileURLToPath(new URL('../../../../../docs/screens/', import.meta.url));

const cell = { width: 9, height: 20, margin: 14 };
const ink = '#d7dde5';
const ground = '#161b22';
/** The eight colours of a terminal, light enough for a dark ground. */
const colours = ['#6e7681', '#ff7b72', '#56d364', '#e3b341', '#79c0ff', '#d2a8ff', '#56d4dd', '#f0f6fc'];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u;

type Style = { readonly bold: boolean; readonly dim: boolean; readonly inverse: boolean; readonly colour: string };
const plain: Style = { bold: false, dim: false, inverse: false, colour: ink };

/** The style after one SGR code; the others are not written by the screens. */
const changed = (style: Style, code: number): Style => {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 7 || code === 27) return { ...style, inverse: code === 7 };
  if (code === 39) return { ...style, colour: ink };
  const colour = colours[code >= 90 ? code - 90 : code - 30];
  return colour === undefined ? style : { ...style, colour };
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Words stand where their cells are, whatever the font of the reader makes of their width. */
const drawWords = (text: string, cells: number, column: number, row: number, { bold, dim, inverse, colour }: Style): string => {
  const x = cell.margin + column * cell.width;
  const y = cell.margin + row * cell.height;
  const length = cells * cell.width;
  const box = inverse ? `<rect x="${x}" y="${y}" width="${length}" height="${cell.height}" fill="${colour}"/>` : '';
  const look = `fill="${inverse ? ground : colour}"${bold ? ' font-weight="700"' : ''}${dim ? ' opacity=".65"' : ''}`;
  const words = `<text x="${x}" y="${y + 15}" textLength="${length}" lengthAdjust="spacingAndGlyphs" ${look}>${escaped(text)}</text>`;
  return text.trim() === '' ? box : box + words;
};

/** Spaces, wide characters and words by themselves, so that an unusual character moves no other one. */
const parts =
  / +|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]+|[^ \u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]+(?: [^ \u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]+)*/gu;

const drawLine = (line: string, row: number, start: Style): { readonly drawn: string; readonly style: Style } => {
  let [drawn, column, style] = ['', 0, start];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a terminal begins a change of colour.
  for (const [index, part] of line.split(/\u001b\[([\d;]*)m/).entries()) {
    if (index % 2 === 1) style = part.split(';').map(Number).reduce(changed, style);
    else
      for (const [text] of part.matchAll(parts)) {
        const cells = [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
        drawn += drawWords(text, cells, column, row, style);
        column += cells;
      }
  }
  return { drawn, style };
};

const draw = (screen: string, title: string): string => {
  // Most of a screen may be empty, and a picture of that says nothing.
  const lines = screen
    .trimEnd()
    .replace(/(?:\n *){4,}/g, '\n\n\n')
    .split('\n');
  const [width, height] = [2 * cell.margin + 80 * cell.width, 2 * cell.margin + lines.length * cell.height];
  let style = plain;
  const rows = lines.map((line, row) => {
    const { drawn, style: next } = drawLine(line, row, style);
    style = next;
    return drawn;
  });
  const font = 'font-family="ui-monospace, \'Cascadia Mono\', Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="15"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${font} xml:space="preserve">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${ground}"/>
${rows.join('\n')}
</svg>
`;
};

/** Writes docs/screens/terminal-<name>.svg when `ASSAY_KEEP_SCREENS` is set. Nothing is compared. */
export const keepScreen = async (name: string, terminal: Terminal): Promise<void> => {
  if ((process.env.ASSAY_KEEP_SCREENS ?? '') === '') return;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `terminal-${name}.svg`), draw(await terminal.coloured(), `assay: ${name.replace('-', ' ')}`));
};
