import type { KeyObject } from 'node:crypto';
import type { Refusal, Result, Scope } from '@assay/domain';
import type { Store } from '@assay/store';
import type { TestVersions } from './test-versions.ts';

/** What every verb works with. One per process. */
export type Assay = {
  readonly store: Store;
  /** Key of the HMAC that signs take URLs; at least 32 bytes. */
  readonly secret: KeyObject;
  /** Base of every absolute URL that Assay hands out, without a slash at the end. */
  readonly publicUrl: string;
  readonly testVersions: TestVersions;
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
