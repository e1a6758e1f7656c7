import type { Standing } from './managed-statistics.ts';
import { hundredths, type Spread, sectionKey, shareNumber, shareOf, type TestTally } from './tally.ts';

/** With fewer candidates a percentile says more about chance than about the candidate. */
export const fewestInGroup = 20;

/**
 * Half of those with the same share of the maximum count as below. 0 to 100, rounded down, so that nobody is above more than were counted;
 * null for a group that is too small.
 */
const standingIn = ({ n, sum, shares, isCut = false }: Spread, score: string, total: string): Standing | null => {
  if (n < fewestInGroup || isCut) return null;
  const own = shareOf(hundredths(score), hundredths(total));
  const reached = shareNumber(own);
  let below = (shares[own] ?? 0) / 2;
  for (const share in shares) if (share !== own && shareNumber(share) < reached) below += shares[share] ?? 0;
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
