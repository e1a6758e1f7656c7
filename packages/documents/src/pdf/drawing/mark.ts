import type { ReportedQuestion } from '@assay/domain';
import { match } from 'ts-pattern';
import type { Sheet } from './sheet.ts';
import { colors } from './theme.ts';

export const radius = 3.2;
export const markWidth = 13;

/** A shape per outcome, so that they differ without colour: disc, half disc, cross, ring; none for a void question. */
export const drawMark = ({ doc, accent }: Sheet, outcome: ReportedQuestion['outcome'] | null, x: number, y: number): void => {
  doc.lineWidth(1.1);
  match(outcome)
    .with('right', () => doc.circle(x, y, radius).fill(accent))
    .with('partial', () => {
      doc.path(`M ${x} ${y - radius} A ${radius} ${radius} 0 0 0 ${x} ${y + radius} Z`).fill(accent);
      doc.circle(x, y, radius - 0.55).stroke(accent);
    })
    .with('wrong', () => {
      const arm = radius * 0.8;
      doc
        .moveTo(x - arm, y - arm)
        .lineTo(x + arm, y + arm)
        .moveTo(x - arm, y + arm)
        .lineTo(x + arm, y - arm)
        .stroke(colors.ink);
    })
    .with('blank', () => doc.circle(x, y, radius - 0.55).stroke(colors.muted))
    .with(null, () => undefined)
    .exhaustive();
};
