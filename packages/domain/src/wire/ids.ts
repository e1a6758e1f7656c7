import { z } from 'zod';

const maxInt64 = 9_223_372_036_854_775_807n;

/**
 * An Int64 identifier on the wire: a JSON number or a decimal string. Decodes to a safe integer and encodes to a JSON number;
 * a value beyond 2^53 is refused, never rounded: `JSON.parse` has already lost its last digits.
 */
export const WireId = z
  .codec(z.union([z.number(), z.string().regex(/^\d{1,19}$/, 'must be a decimal integer')]), z.int().positive(), {
    decode: Number,
    encode: (id) => id,
  })
  // What the OpenAPI document says of it; more is read.
  .meta({ override: { type: 'integer', format: 'int64' } });

export type PathId = { readonly kind: 'id'; readonly id: number } | { readonly kind: 'absent' } | { readonly kind: 'malformed' };

/** An id in a path. `absent` is an Int64 that Assay never issues (0, negative, or beyond 2^53): 404, not 400. */
export const parsePathId = (text: string): PathId => {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: 'id', id: Number(text) };
  if (!/^-?\d{1,19}$/.test(text) || BigInt(text) > maxInt64 || BigInt(text) < -maxInt64 - 1n) return { kind: 'malformed' };
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? { kind: 'id', id } : { kind: 'absent' };
};
