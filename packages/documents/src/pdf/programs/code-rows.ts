import { type CodeToken, codePointText, type RevealedPart, revealedCode } from '@assay/domain';
import type { Weight } from '../../fonts/load-font.ts';
import type { Face, Typefaces } from '../../fonts/typefaces.ts';
import { type Atom, atomsOf, runsOf } from '../drawing/runs.ts';
import { makeShaper, type SetRun } from '../drawing/shaper.ts';
import { codeSize, colors } from '../drawing/theme.ts';

/** Text in one colour, from left to right. `mono`: one run of ASCII. `framed`: the number of a character that would not be seen. */
export type CodeSpan = {
  readonly runs: readonly SetRun[];
  readonly mono: boolean;
  readonly color: string;
  readonly width: number;
  readonly framed: boolean;
};
/** A line of a program, or a part of one that is longer than the page is wide: all but the first are `wrapped`. */
export type CodeRow = { readonly line: number; readonly wrapped: boolean; readonly spans: readonly CodeSpan[] };

type Style = { readonly weight: Weight; readonly color: string };

/** They differ in weight and darkness too, so that a black and white print shows them. */
const styles: { readonly [Kind in CodeToken['kind']]: Style } = {
  keyword: { weight: 600, color: colors.ink },
  name: { weight: 400, color: colors.ink },
  sign: { weight: 400, color: colors.ink },
  space: { weight: 400, color: colors.ink },
  text: { weight: 400, color: colors.accent },
  number: { weight: 400, color: colors.number },
  comment: { weight: 400, color: colors.muted },
};
const numbered: Style = { weight: 600, color: colors.ink };

const tabWidth = 4;
/** More characters than the narrowest letters of a row. */
const mostInRow = 400;
const ascii = /^[ -~]*$/;
const plainSource = /^[\t\n\r -~]*$/;
/** A longer text is set in parts, so that the event loop can run between them; two letters in some hundred are not joined. */
const chunk = /[\s\S]{1,500}/gu;
const chunksOf = (text: string): readonly string[] => text.match(chunk) ?? [];

/** Two spans of one look as one; a space looks like anything. */
const together = (one: CodeSpan, next: CodeSpan): readonly CodeSpan[] => {
  const [run, more] = [one.runs[0], next.runs[0]];
  if (!one.mono || !next.mono || one.framed || next.framed || run === undefined || more === undefined) return [one, next];
  const alike = (one.color === next.color && run.face === more.face) || /^ +$/.test(more.text);
  if (!alike) return [one, next];
  const width = one.width + next.width;
  return [{ ...one, width, runs: [{ ...run, text: run.text + more.text, width }] }];
};

type Part = RevealedPart & { readonly kind: CodeToken['kind'] };

/** Signs one after the other are one text: the tokens of an emoji are. */
const joined = (tokens: readonly CodeToken[]): readonly CodeToken[] => {
  const all: CodeToken[] = [];
  for (const token of tokens) {
    const last = all.at(-1);
    if (last?.kind === 'sign' && token.kind === 'sign') all[all.length - 1] = { kind: 'sign', text: last.text + token.text };
    else all.push(token);
  }
  return all;
};

const partsOf = (tokens: readonly CodeToken[]): readonly Part[] =>
  joined(tokens).flatMap(({ kind, text }) => revealedCode(text).map((part) => ({ ...part, kind })));

/** A character of the script whose Han forms a program uses, or one that says nothing of it. */
const likeOf = (source: string): string =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.exec(source)?.[0] ?? /\p{Script=Hangul}/u.exec(source)?.[0] ?? ' ';

export type CodeSetter = {
  readonly characterWidth: number;
  /** Opens the faces for these lines. */
  open(source: string, lines: readonly (readonly CodeToken[])[]): Promise<void>;
  /** The rows of lines that were opened, each set when it is asked for. */
  rows(source: string, lines: readonly (readonly CodeToken[])[], width: number): Generator<CodeRow>;
  /** ASCII on one line. */
  set(text: string, weight: Weight): SetRun;
  /** What says that text was cut. */
  ellipsis(): CodeSpan;
};

/** Sets programs. Each part of a line stands where it stands in the source: only within a text or a comment is a script right to left. */
export const makeCodeSetter = (typefaces: Typefaces): CodeSetter => {
  const { advanceOf, setRun } = makeShaper();
  const faceOf = (weight: Weight): Face => {
    const [piece] = typefaces.piecesOf('0', ' ', weight);
    if (piece === undefined) throw new Error('the monospaced face is opened first');
    return piece.face;
  };
  const characterWidth = advanceOf({ face: faceOf(400), text: '0' }) * codeSize;

  const set = (text: string, weight: Weight): SetRun => ({ face: faceOf(weight), text, width: text.length * characterWidth });
  const spanOf = (text: string, { weight, color }: Style, framed = false): CodeSpan => {
    const run = set(text, weight);
    return { runs: [run], mono: true, color, width: run.width, framed };
  };
  const spanOfAtoms = (atoms: readonly Atom[], { color }: Style): CodeSpan & { readonly atoms: number } => {
    const runs = runsOf(atoms).map((run) => setRun(run, codeSize, run.source));
    return { runs, mono: false, color, width: runs.reduce((sum, { width }) => sum + width, 0), framed: false, atoms: atoms.length };
  };

  const rowsOfLine = function* (parts: readonly Part[], line: number, like: string, width: number): Generator<CodeRow> {
    let spans: CodeSpan[] = [];
    let x = 0;
    let wrapped = false;
    const room = (): number => Math.floor((width - x) / characterWidth + 1e-6);
    const end = (): CodeRow => {
      const row = { line, wrapped, spans };
      [spans, x, wrapped] = [[], 0, true];
      return row;
    };
    const put = (span: CodeSpan): void => {
      const last = spans.at(-1);
      spans.splice(last === undefined ? 0 : -1, 1, ...(last === undefined ? [span] : together(last, span)));
      x += span.width;
    };
    const putLabel = function* (text: string): Generator<CodeRow> {
      if (text.length > room()) yield end();
      put(spanOf(text, numbered, true));
    };
    const putAscii = function* (text: string, style: Style): Generator<CodeRow> {
      for (let from = 0; from < text.length; ) {
        if (room() < 1) yield end();
        const part = text.slice(from, from + room());
        put(spanOf(part, style));
        from += part.length;
      }
    };
    /** As many atoms as fit, at least one on a row of its own; joined letters may be wider than each of them alone. */
    const fitting = (atoms: readonly Atom[], style: Style): ReturnType<typeof spanOfAtoms> | undefined => {
      let count = 0;
      let wide = 0;
      for (const atom of atoms) {
        wide += advanceOf(atom) * codeSize;
        if (x + wide > width) break;
        count += 1;
      }
      for (; count > 0; count -= 1) {
        const span = spanOfAtoms(atoms.slice(0, count), style);
        if (x + span.width <= width + 0.01) return span;
        count = Math.min(count, Math.ceil((count * (width - x)) / span.width) + 1);
      }
      return x > 0 ? undefined : spanOfAtoms(atoms.slice(0, 1), style);
    };
    const putDrawable = function* (atoms: readonly Atom[], style: Style): Generator<CodeRow> {
      for (let from = 0; from < atoms.length; ) {
        const span = fitting(atoms.slice(from, from + mostInRow), style);
        if (span === undefined) {
          yield end();
          continue;
        }
        put(span);
        from += span.atoms;
      }
    };
    const putOther = function* (text: string, style: Style): Generator<CodeRow> {
      let atoms: Atom[] = [];
      for (const atom of atomsOf(text, 400, typefaces, { direction: 'ltr', like })) {
        if (atom.text === atom.source) {
          atoms.push(atom);
          continue;
        }
        // No font has it.
        yield* putDrawable(atoms, style);
        atoms = [];
        for (const character of atom.source) yield* putLabel(codePointText(character));
      }
      yield* putDrawable(atoms, style);
    };
    for (const { text, hidden, kind } of parts) {
      const style = styles[kind];
      if (hidden) yield* putLabel(text);
      else if (ascii.test(text)) yield* putAscii(text, style);
      else
        for (const piece of text.split(/(\t)/)) {
          if (piece === '\t') yield* putAscii(' '.repeat(tabWidth - (Math.round(x / characterWidth) % tabWidth)), style);
          else if (ascii.test(piece)) yield* putAscii(piece, style);
          else for (const part of chunksOf(piece)) yield* putOther(part, style);
        }
    }
    yield end();
  };

  return {
    characterWidth,
    set,
    ellipsis: () => spanOf('...', numbered, true),
    open: async (source, lines) => {
      if (plainSource.test(source)) return;
      const others = new Set<string>();
      for (const line of lines)
        for (const { text } of partsOf(line))
          for (const piece of text.split('\t')) if (!ascii.test(piece)) for (const part of chunksOf(piece)) others.add(part);
      await typefaces.open([...others], likeOf(source));
    },
    rows: function* (source, lines, width) {
      const like = likeOf(source);
      for (const [index, tokens] of lines.entries()) yield* rowsOfLine(partsOf(tokens), index + 1, like, width);
    },
  };
};
