import {
  type CandidateOperation,
  type DecodedInput,
  decode,
  decodeBody,
  err,
  idsOf,
  type Operation,
  ok,
  pathIds,
  type RawInput,
  type Refusal,
  type Result,
  type ResultOf,
  refusal,
} from '@assay/domain';
import type { Db, Tx } from '@assay/store';
import type { Assay, Context, Outcome } from './context.ts';
import { pathId } from './refusals.ts';
import { type Fingerprinted, transact } from './transact.ts';

/** What an operation works with besides its own transaction: a second one inside it would escape its rollback and its Idempotency-Key. */
export type Services = Omit<Assay, 'store'>;

export type ReadCall = { readonly assay: Services; readonly accountId: number; readonly db: Db };
export type WriteCall = { readonly assay: Services; readonly accountId: number; readonly tx: Tx };

type Call<One extends Operation> = { readonly ctx: Context } & (Record<never, never> extends RawInput<One>
  ? { readonly input?: RawInput<One> }
  : { readonly input: RawInput<One> });

/** An operation that can be called, with the contract that it fulfils. */
export type Runnable<One extends Operation = Operation, Value = unknown> = ((call: Call<One>) => Outcome<Value>) & {
  readonly contract: One;
};

/** Reads a request: ids in the order of the path, then the query, then the body, then the rules that span its fields. */
export const decoderOf = <const One extends Operation | CandidateOperation>({
  path,
  query,
  body,
  optionalBody,
  exactNames,
  rules,
}: One): ((raw: object) => Result<DecodedInput<One>, Refusal>) => {
  const ids = idsOf({ path });
  const readBody = (raw: unknown): Result<unknown, Refusal> => {
    if (body === undefined) return ok(undefined);
    if (typeof body === 'string') return ok(raw instanceof Uint8Array ? raw : new Uint8Array());
    const sent = optionalBody === true ? (raw ?? {}) : raw;
    const fields = exactNames === true ? decode(body, sent) : decodeBody(body, sent);
    return fields.ok && rules !== undefined ? decode(rules, fields.value) : fields;
  };
  return (given) => {
    const raw = given as Readonly<Record<string, unknown>>;
    const input: Record<string, unknown> = {};
    for (const name of ids) {
      const id = pathId(String(raw[name]), name, pathIds[name]);
      if (!id.ok) return id;
      input[name] = id.value;
    }
    if (query !== undefined) {
      const read = decode(query, raw.query);
      if (!read.ok) return read;
      input.query = read.value;
    }
    const read = readBody(raw.body);
    if (!read.ok) return read;
    if (body !== undefined) input.body = read.value;
    // `DecodedInput` is computed from the very contract that is read here.
    return ok(input as DecodedInput<One>);
  };
};

/** An operation that neither reads nor writes in one go. Checks the scope and decodes the request. */
export const operation = <const One extends Operation, Value extends ResultOf<One>>(
  contract: One,
  run: (ctx: Context, input: DecodedInput<One>) => Outcome<Value>,
): Runnable<One, Value> => {
  const { scope } = contract;
  const lacksScope = err(refusal('request.forbidden', `This API key lacks the scope ${scope}`));
  const decodeInput = decoderOf(contract);
  const call = async ({ ctx, input = {} }: { ctx: Context; input?: object }): Outcome<Value> => {
    if (scope !== 'any' && !ctx.scopes.has(scope)) return lacksScope;
    const decoded = decodeInput(input);
    return decoded.ok ? run(ctx, decoded.value) : decoded;
  };
  return Object.assign(call, { contract });
};

/** An operation that reads; all that it reads is of one moment. */
export const readOperation = <const One extends Operation, Value extends ResultOf<One>>(
  contract: One,
  run: (call: ReadCall, input: DecodedInput<One>) => Outcome<Value>,
): Runnable<One, Value> =>
  operation(contract, ({ assay, accountId }, input) => assay.store.read((db) => run({ assay, accountId, db }, input)));

type WriteOptions<Input, Value> = {
  /** What makes two calls the same request, where it is not the name with ids, query and body: keys of the last 24 h are stored in this form. */
  readonly fingerprint?: (input: Input) => Fingerprinted;
  /** Runs once the write is committed. */
  readonly afterwards?: (assay: Assay, value: Value) => void;
};

const fingerprintOf = ({ name, path }: Operation) => {
  const ids = idsOf({ path });
  return (input: Readonly<Record<string, unknown>>): Fingerprinted => {
    const parts = [...ids, 'query', 'body'].filter((part) => part in input).map((part) => input[part]);
    return { verb: name, input: parts.length === 1 ? parts[0] : parts };
  };
};

/** An operation that writes: one transaction, which keeps the Idempotency-Key too unless the contract says that it cannot be repeated. */
export const writeOperation = <const One extends Operation, Value extends ResultOf<One>>(
  contract: One,
  run: (call: WriteCall, input: DecodedInput<One>) => Outcome<Value>,
  { fingerprint = fingerprintOf(contract), afterwards }: WriteOptions<DecodedInput<One>, Value> = {},
): Runnable<One, Value> =>
  operation(contract, async (ctx, input) => {
    const { assay, accountId } = ctx;
    const keyed = contract.repeat === 'by-key' ? ctx : { ...ctx, idempotencyKey: undefined };
    const result = await transact(keyed, fingerprint(input), (tx) => run({ assay, accountId, tx }, input));
    if (result.ok) afterwards?.(assay, result.value);
    return result;
  });
