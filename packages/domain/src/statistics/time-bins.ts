/** How many attempts were so many seconds, by the shortest time of a bin. */
export type TimeBins = Record<string, number>;

/** Longer ones count as this long: 18 hours. */
const longest = 2 ** 16;

/** To 16 seconds each has a bin, and after that each doubling has eight: a hundred at most. */
const widthOf = (seconds: number): number => (seconds < 16 ? 1 : 2 ** (Math.floor(Math.log2(seconds)) - 3));

export const addTime = (bins: TimeBins, seconds: number): void => {
  const counted = Math.min(seconds, longest);
  const from = counted - (counted % widthOf(counted));
  bins[from] = (bins[from] ?? 0) + 1;
};

/** The middle of the bin with the median, which is at most 7 per cent away; null without any. `timed`: how many there are. */
export const medianOf = (all: readonly TimeBins[]): { readonly timed: number; readonly medianSeconds: number | null } => {
  const bins = all
    .flatMap((one) => Object.entries(one).map(([from, many]) => ({ from: Number(from), many })))
    .toSorted((one, other) => one.from - other.from);
  const timed = bins.reduce((sum, { many }) => sum + many, 0);
  let before = 0;
  for (const { from, many } of bins) {
    before += many;
    if (before * 2 >= timed) return { timed, medianSeconds: from + Math.floor(widthOf(from) / 2) };
  }
  return { timed, medianSeconds: null };
};
