import { decode } from '@assay/domain';

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: { readonly message: string } };

/** Decodes the `result` of an envelope. */
export type Reader = (result: unknown) => Read;

/** A reader that normalizes the result and decodes it with a schema of the domain. */
export const readAs =
  (schema: Parameters<typeof decode>[0], normalize: (result: unknown) => unknown = (result) => result): Reader =>
  (result) =>
    decode(schema, normalize(result));
