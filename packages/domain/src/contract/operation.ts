import type { z } from 'zod';
import type { Scope } from '../account/scopes.ts';
import type { RefusalCode } from '../wire/status-codes.ts';
import type { RateLimitName } from './rate-limits.ts';
import type { SentFile } from './sent-file.ts';

export type FileType =
  | 'application/octet-stream'
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  /** A signed file (DSSE): payload and signatures in one JSON object. */
  | 'application/vnd.dsse.envelope.v1+json'
  | 'image/jpeg'
  /** Of whatever type the author of a test has chosen. */
  | 'image/*';

/**
 * What a repeated call does. `freely`: a read, safe to send again. `by-key`: a write that is done once for each Idempotency-Key.
 * `never`: a write that cannot answer the same again, so a second call is a second write.
 */
export type Repeat = 'freely' | 'by-key' | 'never';

type Method = 'GET' | 'POST' | 'PUT';

const kibibyte = 1024;

/**
 * Largest bodies, in bytes. A body in which every field is as long as it may be fits, also when a client writes each character as
 * `\uXXXX`: six bytes, twelve for an emoji. Ids and times are ASCII.
 */
export const bodyLimits = {
  /** Of every route that declares no other. */
  usual: 16 * kibibyte,
  /** Two URLs of 2,048 characters; a name, an address and two notices; or the ids of 1,000 questions. */
  medium: 32 * kibibyte,
  /** An essay of 40,000 characters, a program of 64 KiB, or 500 window events. */
  answer: 512 * kibibyte,
  /** A logo of 64 KiB in base64, and the other settings of an account. */
  logo: 128 * kibibyte,
  /** A program of 64 KiB and an input of 1 Mi characters. */
  run: 7 * 1024 * kibibyte,
  /** 200 edits, few of which are large: a larger request is sent in parts. */
  edits: 1024 * kibibyte,
  /** A test file; or 500 candidates of 30 KB each, 15.1 MB. */
  import: 16 * 1024 * kibibyte,
} as const;

/** What a request and its response look like, and what may go wrong. */
type Exchange = {
  /** `GET /v2/org/tests/{testId}`; what stands in braces is an id of `pathIds` or a candidate's credential. */
  readonly route: `${Method} /${string}`;
  readonly summary: string;
  /** The API document announces a newer form of it (api-v2.md §9). */
  readonly deprecated?: true;
  readonly query?: z.ZodObject;
  /** Fields of a JSON body, whose names match without regard to case, or the media type of another one. */
  readonly body?: z.core.$ZodObject | 'image/jpeg' | 'application/octet-stream';
  /** The body may be left out: each of its fields has a default. */
  readonly optionalBody?: true;
  /** The rules that span fields of the body; its output is what the operation works with. */
  readonly rules?: z.ZodType;
  /** Field names of the body are read as they are: a test file is checked by its author's own spelling. */
  readonly exactNames?: true;
  /** Largest body in bytes; when left out, `bodyLimits.usual`. */
  readonly bodyLimit?: number;
  /** The payload in `result` of the envelope as it is sent, or the media type of a file. */
  readonly result: z.core.$ZodType | FileType;
  /** Refusals beyond those that every operation has; `resource.not-found` follows from ids in the path. */
  readonly refusals?: readonly RefusalCode[];
};

/** An operation that an API key can call. */
type ApiExchange = Exchange & {
  readonly body?: z.ZodObject;
  readonly result: z.ZodType | FileType;
  /** What the key must be allowed to do; `any`: a valid key is enough. */
  readonly scope: Scope | 'any';
  /** When left out: `freely` for a GET, `by-key` for the rest. */
  readonly repeat?: Repeat;
  /** Seconds until a client gives up, and a connection without a byte is closed, where it takes longer than other operations. */
  readonly longest?: number;
};

/** An operation of the candidate protocol. */
type CandidateExchange = Exchange & {
  /** How many requests are accepted, where it is not what its table says. */
  readonly limits?: readonly RateLimitName[];
};

/** `name` is the operationId. */
type Routed = { readonly name: string; readonly method: Method; readonly path: string; readonly bodyLimit: number };

/**
 * Everything there is to know of an operation from outside. Routes, the OpenAPI document, the client's methods and types, the scope
 * matrix and the idempotency tests all derive from it.
 */
export type Operation = ApiExchange & Routed & { readonly repeat: Repeat };

/** An operation of the candidate protocol: the credential in its path is the only one. */
export type CandidateOperation = CandidateExchange & Routed & { readonly limits: readonly RateLimitName[] };

/** The ids that paths carry, in words of a refusal: `No test link 7 in this account`. */
export const pathIds = {
  testId: 'test',
  testLinkId: 'test link',
  testInvitationId: 'invitation',
  keyId: 'API key',
  deliveryId: 'delivery',
  imageId: 'image',
  pictureId: 'picture',
  questionId: 'question',
  reviewId: 'review',
} as const;
export type PathIdName = keyof typeof pathIds;

const inBraces = /\{(\w+)\}/g;

/** Names of the ids in a path, in the order of the path; a credential is not an id. */
export const idsOf = ({ path }: { readonly path: string }): PathIdName[] =>
  [...path.matchAll(inBraces)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'token' && name !== 'key')
    .map((name) => {
      if (!Object.hasOwn(pathIds, name)) throw new Error(`${path}: ${name} is not in pathIds`);
      return name as PathIdName;
    });

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type PathOf<One extends Exchange> = One['route'] extends `${string} ${infer Path}` ? Path : never;
type Ids<One extends Exchange> = Exclude<NamesIn<PathOf<One>>, 'token' | 'key'>;
type Field<One, Name extends string, Value> = One extends Record<Name, unknown> ? { readonly [Key in Name]: Value } : unknown;

/** A request as it came: text in path and query, which may be left out, and the body as parsed JSON. */
export type RawInput<One extends Exchange> = { readonly [Id in Ids<One>]: string } & Partial<Field<One, 'query', unknown>> &
  (One extends { optionalBody: true } ? { readonly body?: unknown } : Field<One, 'body', unknown>);

type BodyOf<One extends Exchange> = One extends { rules: z.ZodType }
  ? z.output<One['rules']>
  : One extends { body: z.core.$ZodType }
    ? z.output<One['body']>
    : One extends { body: 'application/octet-stream' }
      ? SentFile
      : Uint8Array;

/** A request as the operation works with it. */
export type DecodedInput<One extends Exchange> = { readonly [Id in Ids<One>]: number } & Field<
  One,
  'query',
  One extends { query: z.ZodType } ? z.output<One['query']> : never
> &
  Field<One, 'body', BodyOf<One>> & {
    /** Digest of a body that was read in another thread: a fingerprint of the request need not go through all of it. */
    readonly bodyDigest?: string;
  };

/** What the operation resolves to: the envelope's `result`, or whatever the file is made from. */
export type ResultOf<One extends Exchange> = One['result'] extends z.core.$ZodType ? z.output<One['result']> : unknown;

const routed = (name: string, { route, bodyLimit = bodyLimits.usual }: Exchange): Routed => {
  const [method, path = ''] = route.split(' ') as [Method, string?];
  return { name, method, path, bodyLimit };
};

/** Completes each entry of a table by what its key and its route say. The cast holds: entries keep their keys and gain fields. */
const complete = <Table extends Readonly<Record<string, Exchange>>, Added>(
  table: Table,
  add: (entry: Table[keyof Table], routed: Routed) => Added,
): { readonly [Name in keyof Table]: Table[Name] & Routed & Added } =>
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => {
      const route = routed(name, entry);
      return [name, { ...entry, ...route, ...add(entry as Table[keyof Table], route) }];
    }),
  ) as { readonly [Name in keyof Table]: Table[Name] & Routed & Added };

/** Operations that an API key can call. */
export const apiOperations = <const Table extends Readonly<Record<string, ApiExchange>>>(table: Table) =>
  complete(table, ({ repeat }, { method }) => ({
    repeat: repeat ?? (method === 'GET' ? ('freely' as const) : ('by-key' as const)),
  }));

/** Operations of the candidate protocol, and how many requests are accepted. */
export const candidateOperations = <const Table extends Readonly<Record<string, CandidateExchange>>>(
  limits: readonly RateLimitName[],
  table: Table,
) => complete(table, (entry) => ({ limits: entry.limits ?? limits }));
