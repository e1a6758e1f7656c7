import { AssayProtocolError, type ProtocolReason } from '../errors.ts';
import { retryAfterOf } from '../transport/backoff.ts';

/** What an answer says of itself, before its body is read. */
export type Answer = {
  readonly operation: string;
  readonly managed: boolean;
  readonly httpStatus: number;
  readonly contentType: string | null;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
};

export const answerOf = (operation: string, managed: boolean, { status, headers }: Response): Answer => ({
  operation,
  managed,
  httpStatus: status,
  contentType: headers.get('content-type'),
  requestId: headers.get('x-request-id'),
  retryAfterMs: retryAfterOf(headers, Date.now()),
});

const excerptLength = 500;

export const protocolError = (
  { operation, httpStatus, contentType, requestId, retryAfterMs }: Answer,
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

const notManaging = 'this server does not speak the management API, or lacks this part of it';

export const noManagementApi = (answer: Answer, text: string): AssayProtocolError =>
  protocolError(answer, { reason: 'no-management-api', message: notManaging, text });

/** Something else than Assay answered: a page, a proxy, another service. */
export const notAnEnvelope = (answer: Answer, text: string): AssayProtocolError => {
  if (answer.managed && [404, 405, 501].includes(answer.httpStatus)) return noManagementApi(answer, text);
  const message = `the answer is no envelope of Assay: HTTP ${answer.httpStatus}, ${answer.contentType ?? 'no content type'}`;
  return protocolError(answer, { reason: 'not-an-envelope', message, text });
};
