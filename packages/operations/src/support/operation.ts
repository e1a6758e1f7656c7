import {
  type CandidateOperation,
  type DecodedInput,
  decodeQuery,
  err,
  idsOf,
  type Operation,
  ok,
  pathIds,
  type RawInput,
  type Refusal,
  type Result,
  type ResultOf,
  readBody,
  refusal,
  secretsWithheldFrom,
} from '@assay/domain';
import type { Db, Tx } from '@assay/store';
import type { Assay, Context, Outcome } from './context.ts';
import { decodeLarge, ReadBody } from './large-body.ts';
import { pathId } from './refusals.ts';
import { rowName } from './row-name.ts';
import { type Fingerprinted, responseBefore, transact } from './transact.ts';

/** What an operation works with besides its own transaction: a second one inside it would escape its rollback and its Idempotency-Key. */
export type Services = Omit<Assay, 'store'>;

export type ReadCall = { readonly assay: Services; readonly db: Db } & Pick<Context, 'accountId' | 'scopes' | 'key'>;
export type WriteCall = { readonly assay: Services; readonly tx: Tx } & Pick<Context, 'accountId' | 'scopes' | 'key'>;

type Call<One extends Operation> = { readonly ctx: Context } & (Record<never, never> extends RawInput<One>
  ? { readonly input?: RawInput<One> }
  : { readonly input: RawInput<One> });

type Withhold<Value> = (value: Value, granted: Context['scopes']) => Value;

/** An operation that can be called, with the contract that it fulfils. */
export type Runnable<One extends Operation = Operation, Value = unknown> = ((call: Call<One>) => Outcome<Value>) & {
  readonly contract: One;
};

/** Reads a request: ids in the order of the path, then the query, then the body, then the rules that span its fields. */
export const decoderOf = <const One extends Operation | CandidateOperation>(
  contract: One,
): ((raw: object) => Result<DecodedInput<One>, Refusal>) => {
  const { query, body } = contract;
  const ids = idsOf(contract);
  return (given) => {
    const raw = given as Readonly<Record<string, unknown>>;
    const input: Record<string, unknown> = {};
    for (const name of ids) {
      const id = pathId(String(raw[name]), name, pathIds[name]);
      if (!id.ok) return id;
      input[name] = id.value;
    }
    if (query !== undefined) {
      const read = decodeQuery(query, raw.query);
      if (!read.ok) return read;
      input.query = read.value;
    }
    if (raw.body instanceof ReadBody) Object.assign(input, raw.body.fields);
    else {
      const read = readBody(contract, raw.body);
      if (!read.ok) return read;
      if (body !== undefined) input.body = read.value;
    }
    // `DecodedInput` is computed from the very contract that is read here.
    return ok(input as DecodedInput<One>);
  };
};

/** Why a key with these scopes may not call an operation; undefined if it may. The server asks before it reads a body. */
export const refuseScope = ({ scope }: Pick<Operation, 'scope'>, { scopes }: Pick<Context, 'scopes'>): Refusal | undefined =>
  scope === 'any' || scopes.has(scope) ? undefined : refusal('request.forbidden', `This API key lacks the scope ${scope}`);

/**
 * An operation that neither reads nor writes in one go. Checks the scope, decodes the request, and withholds what the key may not see:
 * last of all, so that a response stored for an Idempotency-Key is withheld from a key that may not see it.
 */
export const operation = <const One extends Operation, Value extends ResultOf<One>>(
  contract: One,
  run: (ctx: Context, input: DecodedInput<One>) => Outcome<Value>,
): Runnable<One, Value> => {
  const { result: schema } = contract;
  const decodeInput = decoderOf(contract);
  // A file has no fields. What is `ResultOf` is what the schema describes, and secrets of it may be null.
  const withhold = typeof schema === 'string' ? undefined : (secretsWithheldFrom(schema) as Withhold<Value> | undefined);
  const call = async ({ ctx, input = {} }: { ctx: Context; input?: object }): Outcome<Value> => {
    const lacksScope = refuseScope(contract, ctx);
    if (lacksScope !== undefined) return err(lacksScope);
    const decoded = await decodeLarge(contract.name, decodeInput, input);
    if (!decoded.ok) return decoded;
    const result = await run(ctx, decoded.value);
    return result.ok && withhold !== undefined ? ok(withhold(result.value, ctx.scopes)) : result;
  };
  return Object.assign(call, { contract });
};

/** An operation that reads; all that it reads is of one moment. */
export const readOperation = <const One extends Operation, Value extends ResultOf<One>>(
  contract: One,
  run: (call: ReadCall, input: DecodedInput<One>) => Outcome<Value>,
): Runnable<One, Value> =>
  operation(contract, ({ assay, accountId, scopes, key }, input) =>
    assay.store.read((db) => run({ assay, accountId, scopes, key, db }, input)),
  );

type WriteOptions<Input, Prepared, Value> = {
  /** What it locks first and many may want at once, if that is not the last id of the path. */
  readonly row?: (call: Pick<Context, 'accountId'>, input: Input) => string | undefined;
  /** What makes two calls the same request, where it is not the name with ids, query and body: keys of the last 24 h are stored in this form. */
  readonly fingerprint?: (input: Input) => Fingerprinted;
  /**
   * What takes long, before the transaction; it gives what is written. A request whose Idempotency-Key has its response is not prepared
   * again.
   */
  readonly prepare?: (ctx: Context, input: Input) => Promise<Result<Prepared, Refusal>>;
  /** Runs once the write is committed. */
  readonly afterwards?: (assay: Assay, value: Value) => void;
};

const fingerprintOf = ({ name, path }: Operation) => {
  const ids = idsOf({ path });
  return (input: Readonly<Record<string, unknown>>): Fingerprinted => {
    const parts = [...ids, 'query', 'body']
      .filter((part) => part in input)
      .map((part) => (part === 'body' ? (input.bodyDigest ?? input.body) : input[part]));
    return { verb: name, input: parts.length === 1 ? parts[0] : parts };
  };
};

/** A test is not locked by what is done below it: candidates register for one at the same time. */
const rowOf = ({ path }: Operation) => {
  const name = idsOf({ path })
    .filter((id) => id !== 'testId')
    .at(-1);
  return ({ accountId }: Pick<Context, 'accountId'>, input: Readonly<Record<string, unknown>>): string | undefined =>
    name === undefined ? undefined : rowName(name, accountId, String(input[name]));
};

/** An operation that writes: one transaction, which keeps the Idempotency-Key too unless the contract says that it cannot be repeated. */
export const writeOperation = <const One extends Operation, Value extends ResultOf<One>, Prepared = DecodedInput<One>>(
  contract: One,
  run: (call: WriteCall, input: Prepared) => Outcome<Value>,
  {
    row = rowOf(contract),
    fingerprint = fingerprintOf(contract),
    prepare,
    afterwards,
  }: WriteOptions<DecodedInput<One>, Prepared, Value> = {},
): Runnable<One, Value> =>
  operation(contract, async (ctx, input) => {
    const { assay, accountId, scopes, key } = ctx;
    const keyed = contract.repeat === 'by-key' ? ctx : { ...ctx, idempotencyKey: undefined };
    const request = fingerprint(input);
    const known = prepare === undefined ? undefined : await responseBefore<Value>(keyed, request);
    if (known !== undefined) return known;
    // Without `prepare` there is nothing that it could be but the input.
    const prepared = prepare === undefined ? ok(input as Prepared) : await prepare(ctx, input);
    if (!prepared.ok) return prepared;
    const write = (tx: Tx) => run({ assay, accountId, scopes, key, tx }, prepared.value);
    const result = await transact(keyed, request, write, row(ctx, input));
    if (result.ok) afterwards?.(assay, result.value);
    return result;
  });
