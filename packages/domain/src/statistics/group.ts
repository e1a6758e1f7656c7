import type { Standing } from './manage.ts';
import { type Spread, sectionKey, type TestTally } from './tally.ts';

/** With fewer candidates a percentile says more about chance than about the candidate. */
export const fewestInGroup = 20;

/**
 * Half of those with the same whole per cent count as below. 0 to 100, rounded down, so that nobody is above more than were counted; null
 * for a group that is too small.
 */
const standingIn = ({ n, sum, bins }: Spread, score: string, total: string): Standing | null => {
  if (n < fewestInGroup) return null;
  const maximum = Number(total);
  const percent = maximum === 0 ? 0 : Math.max(-100, Math.floor((100 * Number(score)) / maximum));
  const below = Object.entries(bins).reduce((found, [bin, many]) => {
    if (Number(bin) < percent) return found + many;
    return Number(bin) === percent ? found + many / 2 : found;
  }, 0);
  return { percentile: Math.floor((100 * below) / n), meanPercent: Math.round((10 * sum) / n) / 10 };
};

type Scored = {
  readonly score: string;
  readonly totalScore: string;
  readonly sections: readonly { readonly sectionName: string; readonly candidateScore: string; readonly sectionScore: string }[];
};

/** The group that a report is compared with: the total, and each section of that name where enough candidates had it. */
export type Group = Standing & {
  readonly candidates: number;
  /** In the order of the report. */
  readonly sections: readonly (Standing | null)[];
};

export const groupOf = ({ all, sections }: TestTally, report: Scored): Group | null => {
  const standing = standingIn(all, report.score, report.totalScore);
  if (standing === null) return null;
  return {
    candidates: all.n,
    ...standing,
    sections: report.sections.map(({ sectionName, candidateScore, sectionScore }) => {
      const spread = sections[sectionKey(sectionName)];
      return spread === undefined ? null : standingIn(spread, candidateScore, sectionScore);
    }),
  };
};
