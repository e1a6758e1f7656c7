import type { ReportSummary, TestReportCandidate } from '@assay/domain';

/** The score as a share of the maximum; null where there is no report, or nothing to score. */
export const shareOfMaximum = (report: ReportSummary | null): number | null => {
  const maximum = Number(report?.totalScore);
  return report === null || maximum === 0 ? null : Number(report.score) / maximum;
};

export type ShareStatistics = {
  readonly count: number;
  readonly mean: number | null;
  /** Of a sample; null for fewer than two. */
  readonly deviation: number | null;
  readonly lowest: number | null;
  readonly median: number | null;
  readonly highest: number | null;
  /** How many lie in each tenth of the maximum: below 10 % (also below 0), …, from 90 % on. */
  readonly tenths: readonly number[];
};

export type ShareTallies = {
  add(candidate: TestReportCandidate): void;
  /** 1 for the highest share, and the same for equal ones; null without a report. */
  rankOf(candidate: TestReportCandidate): number | null;
  statistics(): ShareStatistics;
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

  const statistics = (): ShareStatistics => {
    const sorted = ascending();
    const count = sorted.reduce((total, [, one]) => total + one, 0);
    const mean = count === 0 ? null : sorted.reduce((total, [share, one]) => total + share * one, 0) / count;
    const squares = mean === null ? 0 : sorted.reduce((total, [share, one]) => total + one * (share - mean) ** 2, 0);
    const at = (place: number): number => {
      let passed = 0;
      for (const [share, one] of sorted) {
        passed += one;
        if (passed > place) return share;
      }
      return 0;
    };
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const [share, one] of sorted) {
      const tenth = Math.min(9, Math.max(0, Math.floor(share * 10)));
      tenths[tenth] = (tenths[tenth] ?? 0) + one;
    }
    return {
      count,
      mean,
      deviation: count < 2 ? null : Math.sqrt(squares / (count - 1)),
      lowest: sorted[0]?.[0] ?? null,
      median: count === 0 ? null : (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2,
      highest: sorted.at(-1)?.[0] ?? null,
      tenths,
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
    statistics,
  };
};
