import type { Refusal, Result } from '@assay/domain';

/** What another thread made of a body: the value that the operation works with, and a digest of it. */
export type ReadApart = { readonly value: unknown; readonly digest: string };

/** A JSON body that is too large for the event loop; `read` parses and validates it in another thread. */
export class LargeBody {
  readonly read: (operation: string) => Promise<Result<ReadApart, Refusal>>;

  constructor(read: LargeBody['read']) {
    this.read = read;
  }
}

/** A body that has been read, as fields of the decoded input. */
export class ReadBody {
  readonly fields: object;

  constructor(fields: object) {
    this.fields = fields;
  }
}

/** Decodes a request whose body may be a large one. Ids and query come first, as for other bodies: a wrong id costs no thread. */
export const decodeLarge = async <Input>(
  operation: string,
  decodeInput: (raw: object) => Result<Input, Refusal>,
  raw: object,
): Promise<Result<Input, Refusal>> => {
  const { body } = raw as { readonly body?: unknown };
  if (!(body instanceof LargeBody)) return decodeInput(raw);
  const parts = decodeInput({ ...raw, body: new ReadBody({}) });
  if (!parts.ok) return parts;
  const read = await body.read(operation);
  if (!read.ok) return read;
  return decodeInput({ ...raw, body: new ReadBody({ body: read.value.value, bodyDigest: read.value.digest }) });
};
