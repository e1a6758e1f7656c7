import { errors } from 'undici';

/** The `code` of a system, DNS, TLS or undici error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The TCP connection was open, the TLS handshake failed. `cause` is Node's error. */
export class TlsFailed extends Error {
  override readonly name = 'TlsFailed';
}

/** The address did not accept the connection in time. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection';
}

const noName = 'the name does not exist';
const noLookup = 'the name could not be looked up';
const noRoute = 'no route to the host';
const closed = 'the connection was closed before the answer was complete';

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: noName,
  ENODATA: noName,
  EBADNAME: noName,
  EAI_AGAIN: `${noLookup}: the DNS server does not answer`,
  ETIMEOUT: `${noLookup}: the DNS server does not answer`,
  ECANCELLED: `${noLookup}: the DNS server does not answer`,
  ESERVFAIL: `${noLookup}: the DNS server failed`,
  EREFUSED: `${noLookup}: the DNS server refused`,
  ECONNREFUSED: 'connection refused',
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EADDRNOTAVAIL: noRoute,
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (codeOf(error) === 'ECONNRESET') return 'the connection was closed during the handshake';
  // OpenSSL's message has thread ids and file names; Node puts the readable part in `reason`.
  if ('reason' in error && typeof error.reason === 'string' && codeOf(error)?.startsWith('ERR_SSL_')) return error.reason;
  // After a semicolon comes Node's advice about its command line.
  return error.message.split('; ')[0] ?? error.message;
};

/** A network failure in plain words, on one line of at most 300 characters; null for an error that is a bug. */
export const describeFailure = (error: unknown): string | null => {
  if (error instanceof TlsFailed) return `TLS: ${reasonOf(error.cause)}`.slice(0, 300);
  if (error instanceof NoConnection) return error.message;
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP';
  const code = codeOf(error);
  if (code === undefined || code === 'UND_ERR_INVALID_ARG') return null;
  return words[code] ?? `${code}: ${reasonOf(error)}`.slice(0, 300);
};
