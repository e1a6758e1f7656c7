/** A sum of products of integers: a number, and beyond 2^53 its digits in text, as JSON has no larger ones. */
export type ExactSum = number | string;

export const addProduct = (to: ExactSum, one: number, other: number): ExactSum => {
  if (typeof to === 'number') {
    const product = one * other;
    const sum = to + product;
    if (Number.isSafeInteger(product) && Number.isSafeInteger(sum)) return sum;
  }
  return String(BigInt(to) + BigInt(one) * BigInt(other));
};

export const exactSum = (sums: readonly ExactSum[]): bigint => sums.reduce((total, one) => total + BigInt(one), 0n);

/** Unbiased, of `n` integers by their sum and the sum of their squares: with doubles two large numbers would differ by noise. */
export const exactVariance = (n: number, sum: bigint, squares: bigint): number =>
  n < 2 ? 0 : Number(BigInt(n) * squares - sum * sum) / (n * (n - 1));
