import { decode } from '@assay/domain';

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: { readonly message: string } };

/** Reads the `result` of an envelope, or says what is wrong with it. */
export type Reader = (result: unknown) => Read;

/** Reads by a schema of the domain, after `normalize` has brought other spellings into the one it reads. */
export const readAs =
  (schema: Parameters<typeof decode>[0], normalize: (result: unknown) => unknown = (result) => result): Reader =>
  (result) =>
    decode(schema, normalize(result));
