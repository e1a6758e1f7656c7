/** A file on its way: its length as declared, if it was, and its bytes, which are read once and as they come. */
export type SentFile = { readonly declared?: number | undefined; readonly chunks: AsyncIterable<Uint8Array> };

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bytes that are there already are a file too, and what is no body is an empty one. */
export const sentFileOf = (raw: unknown): SentFile => {
  // Routes pass on what a stream of theirs makes.
  if (typeof raw === 'object' && raw !== null && 'chunks' in raw) return raw as SentFile;
  const bytes = raw instanceof Uint8Array ? raw : new Uint8Array();
  return { declared: bytes.length, chunks: inOne(bytes) };
};
