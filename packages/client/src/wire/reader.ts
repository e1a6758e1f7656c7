import { decode } from '@assay/domain';

/** A schema of the domain: the client names no schema library of its own. */
export type Schema = Parameters<typeof decode>[0];
export type InputOf<One extends Schema> = One['_zod']['input'];
export type OutputOf<One extends Schema> = One['_zod']['output'];

export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: { readonly message: string } };

/** Reads the `result` of an envelope, or says what is wrong with it. */
export type Reader<Value> = (result: unknown) => Read<Value>;

/** Reads as the domain does, after `prepare` has brought other spellings into its own. */
export const reads =
  <One extends Schema>(schema: One, prepare: (result: unknown) => unknown = (result) => result): Reader<OutputOf<One>> =>
  (result) =>
    decode(schema, prepare(result));

/** Reads as `reader` does, and gives `shape` of it. */
export const mapped =
  <Value, Shaped>(reader: Reader<Value>, shape: (value: Value) => Shaped): Reader<Shaped> =>
  (result) => {
    const read = reader(result);
    return read.ok ? { ok: true, value: shape(read.value) } : read;
  };
