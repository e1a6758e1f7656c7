import type { KeyObject } from 'node:crypto';
import type { CodeAnswer, FileTypeName, Grant, Refusal, Result, Rows, Run, RunNews, Task } from '@assay/domain';
import type { Store } from '@assay/store';
import type { Outbound } from './outbound.ts';
import type { RenderedVersions } from './rendered-versions.ts';
import type { TestVersions } from './test-versions.ts';
import type { Timings } from './timings.ts';

export type CleanImage = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

/** `modifiedAt`: milliseconds since 1970. */
export type ImageFile = { readonly key: string; readonly modifiedAt: () => Promise<number> };

/** What is stored outside the database. */
type FilesByKey = {
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined when it was deleted. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
  /** Does nothing when it is not there. */
  readonly remove: (key: string) => Promise<void>;
  /** Every file whose key begins with `folder`, which ends in a slash. */
  readonly list: (folder: string) => AsyncIterable<ImageFile>;
};

/** Stores webcam images, and decodes images. */
export type ImageStore = FilesByKey & {
  /** One whole JPEG without its metadata, checked by decoding all of it, and its size in pixels; undefined when these bytes are none. */
  readonly clean: (bytes: Uint8Array) => Promise<CleanImage | undefined>;
  /** A PNG or JPEG as the logo of documents: small, on white, encoded again; undefined when these bytes are none. */
  readonly logo: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;
};

/** A file that has come and has no name yet. It takes disk, not memory, and ends with its process if nobody drops it before. */
export type FileDraft = {
  readonly bytes: number;
  readonly sha256: string;
  /** What its bytes are, by themselves; undefined for what no question accepts, such as HTML, SVG, and two types in one. */
  readonly identify: () => Promise<FileTypeName | undefined>;
  readonly putAs: (key: string) => Promise<void>;
  readonly drop: () => Promise<void>;
};

/** Stores files that are answers, where the images are; what is put is on the disk, not only on its way, when the promise resolves. */
export type FileStore = Omit<FilesByKey, 'list'> & {
  /** Writes a file down as it comes; undefined as soon as it has more than `most` bytes. */
  readonly receive: (chunks: AsyncIterable<Uint8Array>, most: number) => Promise<FileDraft | undefined>;
};

/** Why metadata is not removed from a file. `unread`: it holds what is not looked into. */
export type Uncleanable = 'archive' | 'encrypted' | 'damaged' | 'unread' | 'too-large' | 'too-slow';

/**
 * Removes what may name its author from a file, whose type was identified by its bytes. Files are cleaned one at a time, of each account in
 * turn, and read when it is theirs. `busy`: too many of this account wait. Undefined if `read` finds none.
 */
export type CleanFile = (
  of: { readonly accountId: number; readonly type: FileTypeName },
  read: () => Promise<Uint8Array | undefined>,
) => Promise<Uint8Array | Uncleanable | 'busy' | undefined>;

/** A program and the runs that are wanted of it. `limits`: seconds of processor time, MiB, and bytes of output of each run. */
export type Program = {
  readonly language: CodeAnswer['language'];
  readonly source: string;
  readonly tasks: readonly Task[];
  readonly limits: { readonly seconds: number; readonly memory: number; readonly output: number };
  /** The name of the engine that must run it. */
  readonly engine?: string | undefined;
};

/** What an engine runs, and the version that candidates are told. */
export type RunnerOffer = {
  readonly engine: string;
  readonly language: CodeAnswer['language'];
  readonly version: string;
  readonly modes: readonly Task['mode'][];
};

/** What a run of a candidate's program left. `not-run` is its end when our side failed; `endedEngine`: and the program did that. */
export type ProgramRun = Run & {
  readonly stderr: string;
  readonly rows?: (Rows & { readonly columns: readonly string[] }) | undefined;
  /** Of a program's first run: what the compiler said although it compiled. */
  readonly warnings?: string | undefined;
  readonly endedEngine?: true | undefined;
};

export type TakeRun = (index: number, run: ProgramRun) => void;

/** One run for each task, in their order, or why nothing was run. */
export type ProgramOutcome =
  | { readonly runs: readonly ProgramRun[] }
  | { readonly refused: string; readonly message: string; readonly againInMs?: number };

/**
 * Whose programs wait in turn: an account's do not wait for all of another one. `waits`: what waits for the result, a grading if it does
 * not say.
 * `comesAgain`: it is refused while its engine is in its self-test, and holds no place meanwhile.
 */
export type ProgramOwner = {
  readonly account: string;
  readonly attempt: string;
  readonly waits?: 'candidate' | 'author' | 'grading' | 'regrade';
  readonly comesAgain?: true;
};

/** Runs candidates' programs in processes that hold nothing of the service. */
export type CodeRunner = {
  /**
   * What is offered, once all of it is known; `preferred`, once it is known which engine is preferred for each language that most programs
   * are in; `by-now`, without waiting for the self-test of native programs; or `at-once`: a program that was run has an engine.
   */
  readonly offers: (which?: 'preferred' | 'by-now' | 'at-once') => Promise<readonly RunnerOffer[]>;
  /** Programs at the same time. */
  readonly size: () => Promise<number>;
  /** `ran` is called for runs as they end; not of all, and not by every engine. */
  readonly run: (program: Program, owner: ProgramOwner, signal?: AbortSignal, ran?: TakeRun) => Promise<ProgramOutcome>;
  /** How many programs go before the next one of this owner; undefined when none of theirs is known to wait. */
  readonly ahead?: (owner: ProgramOwner) => number | undefined;
};

/** The dependencies of every operation. One per process. */
export type Assay = {
  readonly store: Store;
  /** Signs take URLs and report URLs, and encrypts secrets in the database; at least 32 bytes. */
  readonly secret: KeyObject;
  /** Base of every absolute URL that Assay sends, without a trailing slash. */
  readonly publicUrl: string;
  /** Days from its issue until a report URL ends; undefined: it does not end by age. */
  readonly reportUrlDays?: number | undefined;
  readonly testVersions: TestVersions;
  readonly rendered: RenderedVersions;
  readonly timings: Timings;
  readonly outbound: Outbound;
  readonly images: ImageStore;
  readonly files: FileStore;
  readonly cleanFile: CleanFile;
  readonly runner: CodeRunner;
  /** The script of the thread that adds up many attempts; without it that is done between other work. */
  readonly tallyThread?: URL | undefined;
  /** A hint that work is waiting. The loops poll anyway, so a lost hint costs only time. */
  readonly wake: (loop: 'reports' | 'gradings' | 'deliveries') => void;
};

/** Gives a signal that aborts when nobody waits for the answer any more; programs that are run for it end then. */
export type ClosedSignal = () => AbortSignal;

/** Takes what is known of a run of samples before its answer. */
export type TakeNews = (news: RunNews) => void;

/** A request by the owner of an API key. Everything it reads and writes belongs to `accountId`. */
export type Context = {
  readonly assay: Assay;
  readonly accountId: number;
  readonly scopes: ReadonlySet<Grant>;
  /**
   * The key that calls, and when it ends by its expiry or its rotation; there is none when the operator calls. `firstKeyId`: the key that
   * it began as, if it was rotated.
   */
  readonly key?:
    | { readonly keyId: number; readonly endsAt: number | null; readonly firstKeyId?: number; readonly name?: string }
    | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly closedSignal?: ClosedSignal | undefined;
};

export type Outcome<Value> = Promise<Result<Value, Refusal>>;
