import type { ReportSummary, TestReportCandidate } from '@assay/domain';

/** The score as a share of the maximum; null where there is no report, or nothing to score. */
export const shareOfMaximum = (report: ReportSummary | null): number | null => {
  const maximum = Number(report?.totalScore);
  return report === null || maximum === 0 ? null : Number(report.score) / maximum;
};

type Extremes = { readonly lowest: number | null; readonly median: number | null; readonly highest: number | null };

export type ShareTallies = {
  add(candidate: TestReportCandidate): void;
  /** 1 for the highest share, and the same for equal ones; null without a report. */
  rankOf(candidate: TestReportCandidate): number | null;
  extremes(): Extremes;
};

/** Counts shares: how many different ones there are is bounded by the marks of the test, and not by its candidates. */
export const shareTallies = (): ShareTallies => {
  const counts = new Map<number, number>();
  let ranks: Map<number, number> | undefined;
  const ascending = () => [...counts].toSorted(([one], [other]) => one - other);

  const ranked = (): Map<number, number> => {
    const found = new Map<number, number>();
    let rank = 1;
    for (const [share, count] of ascending().toReversed()) {
      found.set(share, rank);
      rank += count;
    }
    return found;
  };

  const extremes = (): Extremes => {
    const sorted = ascending();
    const count = sorted.reduce((total, [, one]) => total + one, 0);
    const at = (place: number): number => {
      let passed = 0;
      for (const [share, one] of sorted) {
        passed += one;
        if (passed > place) return share;
      }
      return 0;
    };
    return {
      lowest: sorted[0]?.[0] ?? null,
      median: count === 0 ? null : (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2,
      highest: sorted.at(-1)?.[0] ?? null,
    };
  };

  return {
    add: ({ report }) => {
      const share = shareOfMaximum(report);
      if (share !== null) counts.set(share, (counts.get(share) ?? 0) + 1);
    },
    rankOf: ({ report }) => {
      ranks ??= ranked();
      const share = shareOfMaximum(report);
      return share === null ? null : (ranks.get(share) ?? null);
    },
    extremes,
  };
};
