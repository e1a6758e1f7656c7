/** What every failure of a call carries; `operation` is the operationId. */
type Failed = { readonly operation: string };

type RefusalFacts = Failed & {
  readonly statuscode: string;
  readonly httpStatus: number;
  readonly description: string;
  readonly message: string;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
};

/**
 * The server understood and said no. `message` is the sentence for people (`result` of the envelope). `httpStatus` is the class of
 * `statuscode`, also where the server answers everything with 200. `requestId` finds the call in the server's log.
 */
export class AssayRefusal extends Error {
  override readonly name = 'AssayRefusal';
  readonly operation: string;
  readonly statuscode: string;
  readonly httpStatus: number;
  readonly description: string;
  readonly requestId: string | null;
  /** Milliseconds the server asked to wait before another try; null when it named none. */
  readonly retryAfterMs: number | null;

  constructor({ operation, statuscode, httpStatus, description, message, requestId, retryAfterMs }: RefusalFacts) {
    super(message);
    this.operation = operation;
    this.statuscode = statuscode;
    this.httpStatus = httpStatus;
    this.description = description;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came: refused connection, unknown host, broken line. `attempts` were made; `cause` is what `fetch` threw last. */
export class AssayUnreachable extends Error {
  override readonly name = 'AssayUnreachable';
  readonly operation: string;
  readonly attempts: number;

  constructor({ operation, message, attempts, cause }: Failed & { message: string; attempts: number; cause: unknown }) {
    super(message, { cause });
    this.operation = operation;
    this.attempts = attempts;
  }
}

/** No answer came within `timeoutMs`, in any of `attempts`. A write may have been done nevertheless. */
export class AssayTimeout extends Error {
  override readonly name = 'AssayTimeout';
  readonly operation: string;
  readonly timeoutMs: number;
  readonly attempts: number;

  constructor({ operation, timeoutMs, attempts }: Failed & { timeoutMs: number; attempts: number }) {
    super(`${operation}: no answer within ${timeoutMs} ms${attempts > 1 ? `, in ${attempts} attempts` : ''}`);
    this.operation = operation;
    this.timeoutMs = timeoutMs;
    this.attempts = attempts;
  }
}

/**
 * `not-an-envelope`: an HTML page, a proxy's words. `unexpected-result`: an envelope whose `result` is not what the operation
 * promises. `no-management-api`: the server speaks API v2 only, or lacks this operation. `redirect`: the base URL is not the server's own.
 */
export type ProtocolReason = 'not-an-envelope' | 'unexpected-result' | 'no-management-api' | 'redirect';

type ProtocolFacts = Failed & {
  readonly reason: ProtocolReason;
  readonly message: string;
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly requestId: string | null;
  readonly excerpt: string;
  readonly retryAfterMs: number | null;
};

/** Something answered, but not as Assay does. `excerpt` is the first 500 characters of what it said. */
export class AssayProtocolError extends Error {
  override readonly name = 'AssayProtocolError';
  readonly operation: string;
  readonly reason: ProtocolReason;
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly requestId: string | null;
  readonly excerpt: string;
  readonly retryAfterMs: number | null;

  constructor({ operation, reason, message, httpStatus, contentType, requestId, excerpt, retryAfterMs }: ProtocolFacts) {
    super(`${operation}: ${message}`);
    this.operation = operation;
    this.reason = reason;
    this.httpStatus = httpStatus;
    this.contentType = contentType;
    this.requestId = requestId;
    this.excerpt = excerpt;
    this.retryAfterMs = retryAfterMs;
  }
}
