import { ok, type Result } from '../result.ts';
import { decode, decodeBody, decodeExactBody } from '../wire/decode.ts';
import type { Refusal } from '../wire/status-codes.ts';
import type { CandidateOperation, Operation } from './operation.ts';
import { sentFileOf } from './sent-file.ts';

/** Reads the body of a request, then the rules that span its fields: what the operation works with. */
export const readBody = (
  { body, optionalBody, exactNames, rules }: Operation | CandidateOperation,
  raw: unknown,
): Result<unknown, Refusal<'request.invalid'>> => {
  if (body === undefined) return ok(undefined);
  if (body === 'application/octet-stream') return ok(sentFileOf(raw));
  if (typeof body === 'string') return ok(raw instanceof Uint8Array ? raw : new Uint8Array());
  const sent = optionalBody === true ? (raw ?? {}) : raw;
  const fields = exactNames === true ? decodeExactBody(body, sent) : decodeBody(body, sent);
  return fields.ok && rules !== undefined ? decode(rules, fields.value) : fields;
};
