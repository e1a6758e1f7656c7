import type { KeyObject } from 'node:crypto';
import type { Grant, Refusal, Result } from '@assay/domain';
import type { Store } from '@assay/store';
import type { Outbound } from './outbound.ts';
import type { TestVersions } from './test-versions.ts';
import type { Timings } from './timings.ts';

export type CleanImage = { readonly bytes: Uint8Array; readonly width: number; readonly height: number };

/** `modifiedAt`: milliseconds since 1970. */
export type ImageFile = { readonly key: string; readonly modifiedAt: () => Promise<number> };

/** Stores webcam images outside the database. */
export type ImageStore = {
  /** One whole JPEG without its metadata, checked by decoding all of it, and its size in pixels; undefined when these bytes are none. */
  readonly clean: (bytes: Uint8Array) => Promise<CleanImage | undefined>;
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined when it was deleted. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
  /** Does nothing when it is not there. */
  readonly remove: (key: string) => Promise<void>;
  /** Every file whose key begins with `folder`, which ends in a slash. */
  readonly list: (folder: string) => AsyncIterable<ImageFile>;
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
  readonly timings: Timings;
  readonly outbound: Outbound;
  readonly images: ImageStore;
  /** A hint that work is waiting. The loops poll anyway, so a lost hint costs only time. */
  readonly wake: (loop: 'reports' | 'deliveries') => void;
};

/** A request by the owner of an API key. Everything it reads and writes belongs to `accountId`. */
export type Context = {
  readonly assay: Assay;
  readonly accountId: number;
  readonly scopes: ReadonlySet<Grant>;
  /** The key that calls, and when it ends by its expiry or its rotation; there is none when the operator calls. */
  readonly key?: { readonly keyId: number; readonly endsAt: number | null } | undefined;
  readonly idempotencyKey?: string | undefined;
};

export type Outcome<Value> = Promise<Result<Value, Refusal>>;
