import { z } from 'zod';

const maxInt64 = 9_223_372_036_854_775_807n;

/** An Int64 identifier as it is sent: a JSON number, kept below 2^53 so that `JSON.parse` loses no digit. */
export const WireId = z
  .int()
  .positive()
  .meta({ override: { type: 'integer', format: 'int64' } });

export type PathId = { readonly kind: 'id'; readonly id: number } | { readonly kind: 'absent' } | { readonly kind: 'malformed' };

/** An id in a path. `absent` is a true Int64 that Assay never issues (0, negative, or beyond 2^53): no such resource, not a bad request. */
export const parsePathId = (text: string): PathId => {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: 'id', id: Number(text) };
  if (!/^-?\d{1,19}$/.test(text) || BigInt(text) > maxInt64 || BigInt(text) < -maxInt64 - 1n) return { kind: 'malformed' };
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? { kind: 'id', id } : { kind: 'absent' };
};
