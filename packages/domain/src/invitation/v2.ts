import { z } from 'zod';
import { atMost, Email, Name } from '../wire/fields.ts';
import { WireId } from '../wire/ids.ts';
import { CallbackUrl, HttpUrl } from '../wire/request-fields.ts';

/** Body of both registrations (api-v2.md §4.7, §4.8). */
export const RegisterBody = z.object({
  emailId: Email,
  fullName: Name,
  callbackURL: CallbackUrl.optional(),
  redirectURL: HttpUrl.optional(),
});
export type RegisterBody = z.output<typeof RegisterBody>;

/** Result of register for a test, and of reattempt. */
export const WireRegistration = z.object({ testInvitationId: WireId, takeTestURL: z.string() });
export type WireRegistration = z.output<typeof WireRegistration>;

/** Result of register by test link. */
export const WireLinkRegistration = z.object({ testInvitationId: WireId, testUrl: z.string(), testAccessTime: z.string() });
export type WireLinkRegistration = z.output<typeof WireLinkRegistration>;

/** Result of cancel. */
export const WireCancellation = z.object({ testInvitationId: WireId, status: z.literal('cancelled') });
export type WireCancellation = z.output<typeof WireCancellation>;

/** Query of cancel (api-v2.md §4.9). `''` means absent; the operation reads it like an id in a path. */
export const CancelQuery = z.object({
  testId: z.string('must be a decimal Int64').check(atMost(40, 'must be a decimal Int64')).optional(),
});
