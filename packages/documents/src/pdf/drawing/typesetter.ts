/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak';
import type { Weight } from '../../fonts/load-font.ts';
import type { Typefaces } from '../../fonts/typefaces.ts';
import { type Atom, atomsOf, type Run, runsOf } from './runs.ts';
import { makeShaper, type SetRun } from './shaper.ts';

/** `size` in points. */
export type TextStyle = { readonly size: number; readonly weight: Weight; readonly color: string };
/** From left to right. */
export type Line = { readonly runs: readonly SetRun[]; readonly width: number };
/** `leading` is the height of one line, `height` that of all, `width` that of the widest. */
export type Paragraph = {
  readonly lines: readonly Line[];
  readonly style: TextStyle;
  readonly leading: number;
  readonly width: number;
  readonly height: number;
};

export type Typesetter = {
  /** Text in lines of at most `width` points; a word that is longer is broken between characters. */
  paragraph(text: string, style: TextStyle, width: number): Paragraph;
  /** One line; longer text is cut with an ellipsis. */
  oneLine(text: string, style: TextStyle, width: number): Paragraph;
  /** A decimal on one line. A negative one is drawn with a minus sign (−) and copied as `-0.5`. */
  decimal(text: string, style: TextStyle): Paragraph;
};

/** Atoms that are measured in one piece: no line holds more, but for those without a width. */
const mostMeasured = 300;
/** Atoms with which a search for those that fit begins: less than a line. */
const fewMeasured = 32;
/** By how much of a line its width may differ from the sum of its words. Measuring every line after each word takes the square of the time. */
const kerned = 0.02;

const leadingOf = ({ size }: TextStyle): number => size * (size >= 18 ? 1.25 : 1.4);

/** A number in a sentence, where `decimal` draws a whole line. */
export const withMinus = (number: number | string): string => String(number).replace('-', '−');

export const makeTypesetter = (typefaces: Typefaces): Typesetter => {
  const { advanceOf, setRun } = makeShaper();
  const widthOf = (atoms: readonly Atom[], { size }: TextStyle): number =>
    runsOf(atoms).reduce((total, run) => total + advanceOf(run) * size, 0);

  /** How many of the atoms fit, at least one. */
  const fitting = (atoms: readonly Atom[], style: TextStyle, width: number): number => {
    let fits = 1;
    let tooMany = fewMeasured;
    // From a few on: to measure all that is left, for each line, takes the square of the time.
    while (tooMany <= atoms.length && widthOf(atoms.slice(0, tooMany), style) <= width) {
      fits = tooMany;
      tooMany *= 2;
    }
    tooMany = Math.min(tooMany, atoms.length + 1);
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (widthOf(atoms.slice(0, middle), style) <= width) fits = middle;
      else tooMany = middle;
    }
    return fits;
  };

  const trimmed = (atoms: readonly Atom[]): readonly Atom[] => atoms.slice(0, atoms.findLastIndex((one) => one.text.trim() !== '') + 1);

  const toLine = (atoms: readonly Atom[], style: TextStyle, sourceOf = (run: Run): string => run.source): Line => {
    const runs = runsOf(atoms).map((run) => setRun(run, style.size, sourceOf(run)));
    return { runs, width: runs.reduce((total, run) => total + run.width, 0) };
  };

  /** Segments between line break opportunities. */
  const stretchesOf = (atoms: readonly Atom[], text: string): readonly (readonly Atom[])[] => {
    const breaker = new LineBreaker(text);
    const stretches: Atom[][] = [];
    let from = 0;
    for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
      let to = from;
      while ((atoms[to]?.end ?? Number.POSITIVE_INFINITY) <= next.position) to += 1;
      if (to > from) stretches.push(atoms.slice(from, to));
      from = to;
    }
    return stretches;
  };

  const breakLines = (atoms: readonly Atom[], text: string, style: TextStyle, width: number): readonly (readonly Atom[])[] => {
    if (atoms.length <= mostMeasured && widthOf(trimmed(atoms), style) <= width) return [trimmed(atoms)];
    const lines: (readonly Atom[])[] = [];
    let line: readonly Atom[] = [];
    /** Of the stretches in the line, each by itself. */
    let sum = 0;
    const fits = (stretch: readonly Atom[]): boolean => {
      if (stretch.length > mostMeasured) return false;
      const estimate = sum + widthOf(trimmed(stretch), style);
      if (Math.abs(estimate - width) > width * kerned) return estimate < width;
      return widthOf(trimmed([...line, ...stretch]), style) <= width;
    };
    for (const stretch of stretchesOf(atoms, text)) {
      if (fits(stretch)) {
        line = [...line, ...stretch];
        sum += widthOf(stretch, style);
        continue;
      }
      if (line.length > 0) lines.push(trimmed(line));
      line = stretch;
      for (let rest = trimmed(line); ; rest = trimmed(line)) {
        const count = fitting(rest, style, width);
        if (count >= rest.length) break;
        lines.push(line.slice(0, count));
        line = line.slice(count);
      }
      sum = widthOf(line, style);
    }
    return [...lines, trimmed(line)].filter((one) => one.length > 0);
  };

  const inLines = (lines: readonly Line[], style: TextStyle): Paragraph => {
    const leading = leadingOf(style);
    return { lines, style, leading, width: Math.max(0, ...lines.map((one) => one.width)), height: Math.max(1, lines.length) * leading };
  };

  const paragraph = (text: string, style: TextStyle, width: number): Paragraph => {
    const normal = text.normalize('NFC');
    const atoms = atomsOf(normal, style.weight, typefaces);
    const lines = breakLines(atoms, normal, style, width).map((line) => toLine(line, style));
    return inLines(lines, style);
  };

  const oneLine = (text: string, style: TextStyle, width: number): Paragraph => {
    const atoms = atomsOf(text.normalize('NFC'), style.weight, typefaces);
    if (widthOf(atoms, style) <= width) return inLines([toLine(atoms, style)], style);
    const level = Math.min(...atoms.map((one) => one.level));
    const ellipsis = atomsOf('…', style.weight, typefaces).map((one) => ({ ...one, level }));
    const fittingAtoms = trimmed(atoms.slice(0, fitting(atoms, style, width - widthOf(ellipsis, style))));
    return inLines([toLine([...fittingAtoms, ...ellipsis], style)], style);
  };

  const decimal = (text: string, style: TextStyle): Paragraph => {
    const atoms = atomsOf(withMinus(text), style.weight, typefaces);
    return inLines([toLine(atoms, style, ({ source }) => source.replace('−', '-'))], style);
  };

  return { paragraph, oneLine, decimal };
};
