import { type OutputOf, type Reader, reads, type Schema } from '../wire/reader.ts';

/** An Int64 identifier: a number, or its decimal digits. */
export type Id = number | string;

/** `freely`: a read. `by-key`: a write that the server does once for each Idempotency-Key. `never`: twice would be two. */
export type Repeat = 'freely' | 'by-key' | 'never';

/** One row of the table that the client is made of. `Input` lives in the compiler only. */
export type Operation<Input, Output> = {
  readonly method: 'GET' | 'POST';
  /** `/v2/org/tests/{testId}` */
  readonly path: string;
  /** The names of the query on the wire, by the names of the input. */
  readonly query: Readonly<Record<string, string>>;
  readonly hasBody: boolean;
  readonly repeat: Repeat;
  readonly result: Reader<Output> | 'file';
  readonly input?: (input: Input) => void;
};

/** Marks a value of the table with a type. */
type Typed<Value> = { readonly of?: (value: Value) => void };

export type Query<Value> = Typed<Value> & { readonly names: Readonly<Record<string, string>> };
export const query = <Value>(names: Readonly<Record<keyof Value & string, string>>): Query<Value> => ({ names });

/** Every input that is neither in the path nor in the query is a field of the JSON body. */
export const sends = <Value>(): Typed<Value> => ({});

type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParametersOf<Rest> : never;
type Nothing = Readonly<Record<never, never>>;
type Joined<Value> = { [Name in keyof Value]: Value[Name] };
export type InputFor<Path extends string, Asked, Sent> = Joined<{ readonly [Name in ParametersOf<Path>]: Id } & Asked & Sent>;

type Row<Path extends string, Asked, Sent> = {
  readonly path: Path;
  readonly query?: Query<Asked>;
  readonly body?: Typed<Sent>;
};
type Result<Output> = { readonly result: Reader<Output> };

export const read = <const Path extends `/${string}`, Output, Asked = Nothing>({
  path,
  query: asked,
  result,
}: Row<Path, Asked, Nothing> & Result<Output>): Operation<InputFor<Path, Asked, Nothing>, Output> => ({
  method: 'GET',
  path,
  query: asked?.names ?? {},
  hasBody: false,
  repeat: 'freely',
  result,
});

export const write = <const Path extends `/${string}`, Output, Asked = Nothing, Sent = Nothing>({
  method = 'POST',
  path,
  query: asked,
  body,
  repeat = 'by-key',
  result,
}: Row<Path, Asked, Sent> & Result<Output> & { readonly method?: 'GET' | 'POST'; readonly repeat?: 'by-key' | 'never' }): Operation<
  InputFor<Path, Asked, Sent>,
  Output
> => ({ method, path, query: asked?.names ?? {}, hasBody: body !== undefined, repeat, result });

/** A file that is streamed, and no envelope. */
export const download = <const Path extends `/${string}`>(path: Path): Operation<InputFor<Path, Nothing, Nothing>, never> => ({
  method: 'GET',
  path,
  query: {},
  hasBody: false,
  repeat: 'freely',
  result: 'file',
});

/** `result` is a schema of the domain as it stands. */
export const as = <One extends Schema>(schema: One): Reader<OutputOf<One>> => reads(schema);
