import type { MarkdownIt } from 'markdown-it';

/** How a formula begins, with how it ends. */
const ends: Readonly<Record<string, string>> = { '\\(': '\\)', '\\[': '\\]', $$: '$$' };

/** A bound on what one unclosed bracket makes the server search. */
const longest = 4_000;

/** Where the formula that begins at `from` ends; -1 if none does. */
const endOf = (text: string, from: number): number => {
  const end = ends[text.slice(from, from + 2)];
  const at = end === undefined ? -1 : text.slice(from + 2, from + longest).indexOf(end);
  return at < 0 ? -1 : from + 4 + at;
};

type BlockRule = Parameters<MarkdownIt['block']['ruler']['before']>[2];
type InlineRule = Parameters<MarkdownIt['inline']['ruler']['before']>[2];

/** A formula in lines of its own, where `- x` and `= y` would become a list and a heading. */
const displayed: BlockRule = (state, startLine, endLine, silent) => {
  const { src, blkIndent, sCount, bMarks, tShift, eMarks } = state;
  const start = (bMarks[startLine] ?? 0) + (tShift[startLine] ?? 0);
  const end = src.startsWith('\\(', start) || (sCount[startLine] ?? 0) - blkIndent >= 4 ? -1 : endOf(src, start);
  if (end < 0) return false;
  let line = startLine;
  while (line < endLine && (eMarks[line] ?? 0) < end) {
    line += 1;
    if (state.isEmpty(line) || (sCount[line] ?? 0) < blkIndent) return false;
  }
  if (line >= endLine || src.slice(end, eMarks[line]).trim() !== '') return false;
  if (silent) return true;
  const content = state.getLines(startLine, line + 1, blkIndent, false).trim();
  state.line = line + 1;
  state.push('paragraph_open', 'p', 1).map = [startLine, state.line];
  Object.assign(state.push('inline', '', 0), { content, map: [startLine, state.line], children: [] });
  state.push('paragraph_close', 'p', -1);
  return true;
};

/** A formula among words, or one of TeX's spaces (`5\,m`) outside of one. Escaped brackets among words stay brackets: `a\[0\]`. */
const inline: InlineRule = (state, silent) => {
  const { src, pos } = state;
  const isSpace = /^\\[,;:]/.test(src.slice(pos, pos + 2));
  const end = isSpace ? pos + 2 : endOf(src, pos);
  if (end < 0 || (src.startsWith('\\[', pos) && !(pos === 0 && end === state.posMax))) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
};

/** Formulas in TeX stay as they are written: no emphasis, no escapes, no lists inside. Markdown would leave `\(a\,b\)` as `(a,b)`. */
export const keepFormulas = (markdown: MarkdownIt): void => {
  markdown.block.ruler.before('blockquote', 'formula', displayed, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  markdown.inline.ruler.before('escape', 'formula', inline);
};
