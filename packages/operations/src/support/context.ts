import type { KeyObject } from 'node:crypto';
import type { Refusal, Result, Scope } from '@assay/domain';
import type { Store } from '@assay/store';
import type { Outbound } from './outbound.ts';
import type { TestVersions } from './test-versions.ts';
import type { Timings } from './timings.ts';

/** Where webcam images are kept, outside the database. */
export type ImageStore = {
  /** Size in pixels when these bytes are one whole JPEG, by decoding all of it; undefined when they are not. */
  readonly inspect: (bytes: Uint8Array) => Promise<{ readonly width: number; readonly height: number } | undefined>;
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Undefined when it is not there any more. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
};

/** What every verb works with. One per process. */
export type Assay = {
  readonly store: Store;
  /** Signs take URLs and report URLs, and encrypts what the database must not give away; at least 32 bytes. */
  readonly secret: KeyObject;
  /** Base of every absolute URL that Assay hands out, without a slash at the end. */
  readonly publicUrl: string;
  readonly testVersions: TestVersions;
  readonly timings: Timings;
  readonly outbound: Outbound;
  readonly images: ImageStore;
  /** A hint that work is waiting; the loops poll anyway, so a lost hint costs time only. */
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
