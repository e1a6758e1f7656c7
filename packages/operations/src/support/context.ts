import type { KeyObject } from 'node:crypto';
import type { CallbackAnswer, Refusal, Result, Scope } from '@assay/domain';
import type { Store } from '@assay/store';
import type { Email } from '../delivery/emails.ts';
import type { TestVersions } from './test-versions.ts';
import type { Timings } from './timings.ts';

/** A completion callback, ready to be signed with every one of `secrets` (`whsec_…`, newest first) and posted. */
export type OutgoingCallback = {
  readonly url: string;
  readonly body: string;
  readonly webhookId: string;
  readonly secrets: readonly string[];
};

/** `permanent`: the mail server refused this mail for good, so that a retry cannot help. */
export type EmailAnswer =
  | { readonly type: 'sent'; readonly response: string }
  | { readonly type: 'failed'; readonly error: string; readonly permanent: boolean };

/** What leaves the process. Trouble is an answer; these reject only with the reason of `signal`. */
export type Outbound = {
  readonly sendCallback: (callback: OutgoingCallback, signal?: AbortSignal) => Promise<CallbackAnswer>;
  readonly sendEmail: (email: Email, signal?: AbortSignal) => Promise<EmailAnswer>;
};

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
