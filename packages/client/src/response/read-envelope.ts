import { httpStatusOf, statuscodes } from '@assay/domain';
import { AssayRefusal } from '../errors.ts';
import type { Reader } from '../wire/reader.ts';
import { noManagementApi, notAnEnvelope, protocolError, type ResponseInfo } from './response-info.ts';

type Envelope = { readonly statuscode: string; readonly description: string; readonly result: unknown };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const envelopeOf = (value: unknown): Envelope | undefined => {
  if (typeof value !== 'object' || value === null || !('statuscode' in value)) return undefined;
  const { statuscode } = value;
  if (typeof statuscode !== 'string' || !/^\d{3}\.\d+$/.test(statuscode)) return undefined;
  const description = 'description' in value && typeof value.description === 'string' ? value.description : '';
  return { statuscode, description, result: 'result' in value ? value.result : undefined };
};

const isSuccess = ({ statuscode }: Envelope): boolean => statuscode.startsWith('2');

const noSuchRoute: ReadonlySet<string> = new Set([statuscodes['route.not-found'], statuscodes['method.not-allowed']]);

const failureOf = (info: ResponseInfo, text: string, { statuscode, description, result }: Envelope): Error => {
  if (info.managed && noSuchRoute.has(statuscode)) return noManagementApi(info, text);
  const { operation, requestId, retryAfterMs } = info;
  const message = typeof result === 'string' && result !== '' ? result : description;
  return new AssayRefusal({ operation, statuscode, httpStatus: httpStatusOf(statuscode), description, message, requestId, retryAfterMs });
};

/** The error for a response that should have been a file. */
export const readFailure = (info: ResponseInfo, text: string): Error => {
  const envelope = envelopeOf(parse(text));
  return envelope === undefined || isSuccess(envelope) ? notAnEnvelope(info, text) : failureOf(info, text, envelope);
};

/**
 * The result in an envelope. `statuscode` decides, not the status line, which some servers always set to 200. Throws AssayRefusal or
 * AssayProtocolError.
 */
export const readEnvelope = (info: ResponseInfo, text: string, reader: Reader): unknown => {
  const envelope = envelopeOf(parse(text));
  if (envelope === undefined) throw notAnEnvelope(info, text);
  if (!isSuccess(envelope)) throw failureOf(info, text, envelope);
  const read = reader(envelope.result);
  if (read.ok) return read.value;
  throw protocolError(info, { reason: 'unexpected-result', message: `the result is not as promised: ${read.error.message}`, text });
};
