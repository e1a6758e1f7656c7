import { fQuantile } from './f-distribution.ts';

/** Unbiased, of `n` values by their sum and the sum of their squares. */
export const variance = (n: number, sum: number, squares: number): number =>
  n < 2 ? 0 : Math.max(0, (squares - (sum * sum) / n) / (n - 1));

/** Between two quantities by their sums; null where one of them does not vary. */
export const correlation = (
  n: number,
  { x, xx, y, yy, xy }: { readonly x: number; readonly xx: number; readonly y: number; readonly yy: number; readonly xy: number },
): number | null => {
  const spread = variance(n, x, xx) * variance(n, y, yy);
  return spread <= 1e-20 ? null : (xy - (x * y) / n) / (n - 1) / Math.sqrt(spread);
};

export type Reliability = { readonly alpha: number; readonly lower: number; readonly upper: number };

/**
 * Cronbach's alpha of `k` questions and `n` candidates with Feldt's interval (Feldt 1965): (1 − α̂)/(1 − α) has an F distribution with n − 1
 * and (n − 1)(k − 1) degrees of freedom. Null where it has no meaning: fewer than two of either, or everybody has the same score.
 */
export const reliabilityOf = (n: number, itemVariances: readonly number[], totalVariance: number, level = 0.95): Reliability | null => {
  const k = itemVariances.length;
  if (n < 2 || k < 2 || totalVariance <= 0) return null;
  const alpha = (k / (k - 1)) * (1 - itemVariances.reduce((sum, one) => sum + one, 0) / totalVariance);
  const [numerator, denominator] = [n - 1, (n - 1) * (k - 1)];
  const bound = (p: number): number => 1 - (1 - alpha) * fQuantile(p, numerator, denominator);
  return { alpha, lower: bound((1 + level) / 2), upper: bound((1 - level) / 2) };
};
