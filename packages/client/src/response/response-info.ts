import { AssayProtocolError, type ProtocolReason } from '../errors.ts';
import { retryAfterOf } from '../transport/backoff.ts';

/** The status and headers of a response, read before its body. */
export type ResponseInfo = {
  readonly operation: string;
  readonly managed: boolean;
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
};

export const responseInfo = (operation: string, managed: boolean, { status, headers }: Response): ResponseInfo => ({
  operation,
  managed,
  httpStatus: status,
  contentType: headers.get('content-type'),
  requestId: headers.get('x-request-id'),
  retryAfterMs: retryAfterOf(headers, Date.now()),
});

const excerptLength = 500;

export const protocolError = (
  { operation, httpStatus, contentType, requestId, retryAfterMs }: ResponseInfo,
  { reason, message, text }: { reason: ProtocolReason; message: string; text: string },
): AssayProtocolError =>
  new AssayProtocolError({
    operation,
    reason,
    message,
    httpStatus,
    contentType,
    requestId,
    excerpt: text.slice(0, excerptLength),
    retryAfterMs,
  });

export const noManagementApi = (info: ResponseInfo, text: string): AssayProtocolError => {
  const message = 'this server does not speak the management API, or lacks this part of it';
  return protocolError(info, { reason: 'no-management-api', message, text });
};

/** The response is not from Assay: a web page, a proxy or another service. */
export const notAnEnvelope = (info: ResponseInfo, text: string): AssayProtocolError => {
  if (info.managed && [404, 405, 501].includes(info.httpStatus)) return noManagementApi(info, text);
  const message = `the answer is no envelope of Assay: HTTP ${info.httpStatus}, ${info.contentType ?? 'no content type'}`;
  return protocolError(info, { reason: 'not-an-envelope', message, text });
};
