import { encodeFailure, httpStatusOf, type Refusal, type RefusalCode, refusal } from '@assay/domain';
import { describeError } from '@assay/runtime';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

export type EnvelopeOptions = {
  /** `always-200` is for old clients of `/v2`, which read only the envelope and treat any other status line as a network failure. */
  readonly v2HttpStatus: 'match' | 'always-200';
};

/** Sends a refusal as an envelope, with the status line that `ASSAY_V2_HTTP_STATUS` sets. */
export type SendRefusal = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => FastifyReply;

/** Seconds, where the refusal comes with no exact time: images may come every 2 s, runs of samples every 3 s. */
const retryAfter: Partial<Record<RefusalCode, number>> = { 'service.unavailable': 1, 'request.rate-limited': 3 };

/** Says when to try again, unless that has been said. */
export const setRetryAfter = (reply: FastifyReply, code: RefusalCode): void => {
  const seconds = retryAfter[code];
  if (seconds !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', seconds);
};

export const createSendRefusal =
  ({ v2HttpStatus }: EnvelopeOptions): SendRefusal =>
  (request, reply, failure) => {
    const body = encodeFailure(failure);
    const status = v2HttpStatus === 'always-200' && /^\/v2(?=[/?]|$)/.test(request.url) ? 200 : httpStatusOf(body.statuscode);
    if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
    setRetryAfter(reply, failure.code);
    return reply.code(status).type('application/json; charset=utf-8').send(body);
  };

const messages: Partial<Record<string, readonly [RefusalCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body.too-large', 'The request body is larger than this route accepts'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['media-type.unsupported', 'Send the body as application/json'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['request.invalid', 'The request body is not valid JSON'],
  ASSAY_BODY_NOT_UTF8: ['request.invalid', 'The request body is not valid UTF-8'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['request.invalid', 'The request body is empty'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['request.invalid', 'The request body does not have the length its header says'],
};

/** Thrown where a response is refused that has been made already. */
export class ResponseRefused extends Error {
  override readonly name = 'ResponseRefused';
  readonly refusal: Refusal;

  constructor(refused: Refusal) {
    super(refused.message);
    this.refusal = refused;
  }
}

/** The refusal for a thrown error. An unknown error's message stays in the log; the client gets only the request id. */
export const refusalOf = (error: FastifyError | ResponseRefused, request: FastifyRequest): Refusal => {
  if (error instanceof ResponseRefused) return error.refusal;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && request.routeOptions.url?.endsWith('/images') === true)
    return refusal('media-type.unsupported', 'Send the image as image/jpeg');
  if (error.code === 'ASSAY_BODY_EXCESSIVE') return refusal('request.invalid', error.message);
  const known = messages[error.code];
  if (known !== undefined) return refusal(...known);
  if (error.statusCode === 429) return refusal('request.rate-limited', 'Too many requests; wait as the header Retry-After says');
  if (error.name === 'StoreUnavailable') return refusal('service.unavailable', 'The storage is not available at present; try again');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refusal('request.invalid', 'The request could not be read');
  return refusal('service.fault', `An unexpected fault; it is logged under request id ${request.id}`);
};

/** Whether an operator must hear of it. */
export const isFault = (code: RefusalCode): boolean => code === 'service.fault' || code === 'service.unavailable';

/** A client that closes its connection ends the stream that was to be sent to it: no fault, and strangers write no lines of a log. */
const hasGone = ({ code }: FastifyError, { raw }: FastifyReply): boolean => code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.closed;

/** Sends thrown errors and unknown routes as envelopes. */
export const envelope = fp(async (app: FastifyInstance, { sendRefusal }: { sendRefusal: SendRefusal }) => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = refusalOf(error, request);
    // A metric counts what was refused; a line for each would be as many as somebody likes.
    if (isFault(failure.code) && !(error instanceof ResponseRefused) && !hasGone(error, reply))
      request.log.error({ err: describeError(error) }, 'request failed');
    return sendRefusal(request, reply, failure);
  });

  app.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, refusal('route.not-found', `No route ${request.method} ${request.url.split('?')[0]?.slice(0, 200)}`)),
  );
});
