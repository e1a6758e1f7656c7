import { z } from 'zod';
import { UtcDateTime } from '../time/wire-date-time.ts';
import { named } from '../wire/named.ts';
import type { DeliveryOutcome } from './delivery.ts';

/**
 * Body of the completion callback (api-v2.md §6), keys as documented and without the trailing space that the sample shows.
 * `AttemptedOn` is UTC without a zone suffix; scores have at most two decimals, which a JSON number carries exactly.
 */
export const CallbackBody = named('CompletionCallback', 'What came of a completed attempt.', {
  CandidateEmailId: z.string().describe('Email address of the candidate.'),
  AttemptedOn: UtcDateTime.describe('Start of the attempt: a UTC date-time, YYYY-MM-DDTHH:MM:SS.'),
  TotalScore: z.number().describe('Maximum score of the test.'),
  CandidateScore: z.number().describe('Score of the candidate; it may be negative.'),
  ReportPDFUrl: z
    .string()
    .describe('URL of the report as a PDF, and with `/page` after it as a web page. It opens without a key, so it is a credential.'),
  TestInvitationId: z.int().describe('The invitation; 0 in a sample.'),
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
