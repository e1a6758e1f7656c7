import * as z from 'zod/mini';
import { descriptionOf, type Refusal, statuscodes, success } from './status-codes.ts';

const statuscode = z.string().check(z.regex(/^\d{3}\.\d+$/));

/** The envelope of a success (api-v2.md §2.1) around the payload `result`. */
export const successEnvelope = <Payload extends z.core.$ZodType>(result: Payload) =>
  z.object({ statuscode: statuscode.check(z.refine((code) => code.startsWith('2'))), description: z.string(), result });

/** The envelope of a failure: `result` is always a plain string (api-v2.md §7.4). */
export const FailureEnvelope = z.object({
  statuscode: statuscode.check(z.refine((code) => !code.startsWith('2'))),
  description: z.string(),
  result: z.string(),
});
export type FailureEnvelope = z.output<typeof FailureEnvelope>;

export const encodeSuccess = <Payload>(result: Payload) => ({ ...success, result });

export const encodeFailure = ({ code, message }: Refusal): FailureEnvelope => ({
  statuscode: statuscodes[code],
  description: descriptionOf(code),
  result: message,
});

/** A success or a failure, distinguished by the class of `statuscode`. */
export const envelope = <Payload extends z.core.$ZodType>(result: Payload) => z.union([successEnvelope(result), FailureEnvelope]);
