import makeBig, { type Big } from 'big.js';

/** Exact decimals. Division rounds half-even to two decimals, as every score has. */
const Decimal = makeBig();
Decimal.DP = 2;
Decimal.RM = 2; // roundHalfEven

export type Decimal = Big;

export const decimal = (value: number | string): Decimal => new Decimal(value);
export const zero = decimal(0);
export const roundScore = (value: Decimal): Decimal => value.round(2, 2);
export const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, value) => total.plus(value), zero);

/** `12.5`, `-0.25`, `0`: no trailing zeros, no `-0`, no exponent. */
export const formatDecimal = (value: Decimal): string => (value.eq(0) ? '0' : value.toFixed());
