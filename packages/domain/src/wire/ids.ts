import { z } from 'zod';

const maxInt64 = 9_223_372_036_854_775_807n;

/**
 * An Int64 identifier on the wire: a JSON number or a decimal string. Decodes to a safe integer and encodes to a JSON number;
 * a value beyond 2^53 is refused, never rounded: `JSON.parse` has already lost its last digits.
 */
const int64Codec = z
  .codec(z.union([z.number(), z.string().regex(/^\d{1,19}$/, 'must be a decimal integer')]), z.int().positive(), {
    decode: Number,
    encode: (id) => id,
  })
  // What the OpenAPI document says of it; more is read.
  .meta({ override: { type: 'integer', format: 'int64' } });

// The brand is a name for the compiler only; zod cannot infer a codec whose output brand is generic.
const int64 = <Brand extends string>() =>
  int64Codec as unknown as z.ZodCodec<z.ZodUnion<readonly [z.ZodNumber, z.ZodString]>, z.core.$ZodBranded<z.ZodInt, Brand>>;

export const AccountId = int64<'AccountId'>();
export type AccountId = z.output<typeof AccountId>;
export const TestId = int64<'TestId'>();
export type TestId = z.output<typeof TestId>;
export const TestLinkId = int64<'TestLinkId'>();
export type TestLinkId = z.output<typeof TestLinkId>;
export const TestInvitationId = int64<'TestInvitationId'>();
export type TestInvitationId = z.output<typeof TestInvitationId>;

export type PathId = { readonly kind: 'id'; readonly id: number } | { readonly kind: 'absent' } | { readonly kind: 'malformed' };

/** An id in a path. `absent` is a true Int64 that Assay never issues (0, negative, or beyond 2^53): no such resource, not a bad request. */
export const parsePathId = (text: string): PathId => {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: 'id', id: Number(text) };
  if (!/^-?\d{1,19}$/.test(text) || BigInt(text) > maxInt64 || BigInt(text) < -maxInt64 - 1n) return { kind: 'malformed' };
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? { kind: 'id', id } : { kind: 'absent' };
};
