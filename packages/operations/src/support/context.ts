import type { KeyObject } from 'node:crypto';
import type { Refusal, Result, Scope } from '@assay/domain';
import type { Store } from '@assay/store';
import type { Outbound } from './outbound.ts';
import type { TestVersions } from './test-versions.ts';
import type { Timings } from './timings.ts';

/** Stores webcam images outside the database. */
export type ImageStore = {
  /** Size in pixels when these bytes are one whole JPEG, by decoding all of it; undefined when they are not. */
  readonly inspect: (bytes: Uint8Array) => Promise<{ readonly width: number; readonly height: number } | undefined>;
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined when it was deleted. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
};

/** The dependencies of every operation. One per process. */
export type Assay = {
  readonly store: Store;
  /** Signs take URLs and report URLs, and encrypts secrets in the database; at least 32 bytes. */
  readonly secret: KeyObject;
  /** Base of every absolute URL that Assay sends, without a trailing slash. */
  readonly publicUrl: string;
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
  readonly scopes: ReadonlySet<Scope>;
  readonly idempotencyKey?: string | undefined;
};

export type Outcome<Value> = Promise<Result<Value, Refusal>>;
