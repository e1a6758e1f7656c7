/** `operation` is the operationId. */
type FailedCall = { readonly operation: string };

type RefusalDetails = FailedCall & {
  readonly statuscode: string;
  readonly httpStatus: number;
  readonly description: string;
  readonly message: string;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
};

/**
 * The server refused the request. `message` is the envelope's `result`, a sentence for people. `httpStatus` is the class of
 * `statuscode`, even if the server's status line is always 200. `requestId` identifies the request in the server's log.
 */
export class AssayRefusal extends Error {
  override readonly name = 'AssayRefusal';
  readonly operation: string;
  readonly statuscode: string;
  readonly httpStatus: number;
  readonly description: string;
  readonly requestId: string | null;
  /** `Retry-After` in milliseconds; null if the server sent none. */
  readonly retryAfterMs: number | null;

  constructor({ operation, statuscode, httpStatus, description, message, requestId, retryAfterMs }: RefusalDetails) {
    super(message);
    this.operation = operation;
    this.statuscode = statuscode;
    this.httpStatus = httpStatus;
    this.description = description;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No response: connection refused, unknown host, network failure, or a browser whose page the server does not allow. `cause` is the last error that `fetch` threw. */
export class AssayUnreachable extends Error {
  override readonly name = 'AssayUnreachable';
  readonly operation: string;
  readonly attempts: number;

  constructor({ operation, message, attempts, cause }: FailedCall & { message: string; attempts: number; cause: unknown }) {
    super(message, { cause });
    this.operation = operation;
    this.attempts = attempts;
  }
}

/** No response within `timeoutMs` in any of the `attempts`. A write may have been done nevertheless. */
export class AssayTimeout extends Error {
  override readonly name = 'AssayTimeout';
  readonly operation: string;
  readonly timeoutMs: number;
  readonly attempts: number;

  constructor({ operation, timeoutMs, attempts }: FailedCall & { timeoutMs: number; attempts: number }) {
    super(`${operation}: no answer within ${timeoutMs} ms${attempts > 1 ? `, in ${attempts} attempts` : ''}`);
    this.operation = operation;
    this.timeoutMs = timeoutMs;
    this.attempts = attempts;
  }
}

/**
 * `not-an-envelope`: an HTML page or a proxy's error. `unexpected-result`: an envelope whose `result` does not match the operation's
 * schema. `no-management-api`: the server has only API v2, or lacks this operation. `redirect`: the base URL redirects elsewhere.
 */
export type ProtocolReason = 'not-an-envelope' | 'unexpected-result' | 'no-management-api' | 'redirect';

type ProtocolErrorDetails = FailedCall & {
  readonly reason: ProtocolReason;
  readonly message: string;
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly requestId: string | null;
  readonly excerpt: string;
  readonly retryAfterMs: number | null;
};

/** The response is not one that Assay sends. `excerpt` holds its first 500 characters. */
export class AssayProtocolError extends Error {
  override readonly name = 'AssayProtocolError';
  readonly operation: string;
  readonly reason: ProtocolReason;
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly requestId: string | null;
  readonly excerpt: string;
  readonly retryAfterMs: number | null;

  constructor({ operation, reason, message, httpStatus, contentType, requestId, excerpt, retryAfterMs }: ProtocolErrorDetails) {
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
