import { z } from 'zod';
import { UtcDateTime } from '../time/wire-date-time.ts';
import type { DeliveryOutcome } from './delivery.ts';

/**
 * Body of the completion callback (api-v2.md §6), keys as documented and without the trailing space that the sample shows.
 * `AttemptedOn` is UTC without a zone suffix; scores have at most two decimals, which a JSON number carries exactly.
 */
export const CallbackBody = z.object({
  CandidateEmailId: z.string(),
  AttemptedOn: UtcDateTime,
  TotalScore: z.number(),
  CandidateScore: z.number(),
  ReportPDFUrl: z.string(),
  TestInvitationId: z.int(),
});
export type CallbackBody = z.input<typeof CallbackBody>;

/** The response of a receiver, or why there is none. Durations and `retryAfter` in milliseconds; `response` is its first 1 KiB. */
export type CallbackResult =
  | {
      readonly type: 'responded';
      readonly status: number;
      readonly retryAfter: number | null;
      readonly response: string;
      readonly durationMilliseconds: number;
    }
  | { readonly type: 'unreachable' | 'refused'; readonly error: string; readonly durationMilliseconds: number };

/** The receiver says that this URL is gone for good. */
const gone = 410;

/** 2xx is success. A refusal by the address policy and 410 are final; everything else is retried: a receiver may be mended. */
export const callbackOutcome = (result: CallbackResult): DeliveryOutcome => {
  if (result.type !== 'responded') return result.type === 'refused' ? { type: 'final' } : { type: 'retry', retryAfter: null };
  if (result.status >= 200 && result.status < 300) return { type: 'delivered' };
  return result.status === gone ? { type: 'final' } : { type: 'retry', retryAfter: result.retryAfter };
};
