import type { Weight } from '../../fonts/load-font.ts';
import type { TextStyle } from './typesetter.ts';

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, bottom: 772 } as const;
export const contentWidth = page.right - page.left;

/** One accent; every text colour has at least 5.5 : 1 against the page. */
export const colors = {
  paper: '#ffffff',
  ink: '#16202b',
  muted: '#566170',
  accent: '#0b6b6f',
  number: '#8a4500',
  hairline: '#d8dee4',
  pass: '#1a6b3c',
  fail: '#a5261f',
  track: '#dde5e8',
  panel: '#f2f6f7',
} as const;

/** Of programs, in points. */
export const codeSize = 7.5;
export const codeLeading = 10.5;

const style = (size: number, weight: Weight, color: string): TextStyle => ({ size, weight, color });

export const styles = {
  overline: style(8.5, 600, colors.accent),
  account: style(9.5, 600, colors.ink),
  quiet: style(9.5, 400, colors.muted),
  /** Sizes of a candidate's name: the largest that fits two lines, else the last. */
  names: [style(26, 600, colors.ink), style(20, 600, colors.ink), style(15, 600, colors.ink)],
  /** Sizes of a score: the largest that fits its column. */
  scores: [style(38, 600, colors.ink), style(26, 600, colors.ink), style(18, 600, colors.ink)],
  total: style(15, 400, colors.muted),
  heading: style(14, 600, colors.ink),
  section: style(11, 600, colors.ink),
  body: style(10, 400, colors.ink),
  strong: style(10, 600, colors.ink),
  label: style(10, 400, colors.muted),
  tableHead: style(8.5, 600, colors.muted),
  tableText: style(8.5, 400, colors.ink),
  tableStrong: style(8.5, 600, colors.ink),
  small: style(8.5, 400, colors.muted),
  smallStrong: style(8.5, 600, colors.ink),
} as const satisfies Record<string, TextStyle | readonly TextStyle[]>;
