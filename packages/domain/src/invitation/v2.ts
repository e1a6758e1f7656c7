import { z } from 'zod';
import { Email, Name } from '../wire/fields.ts';
import { TestInvitationId } from '../wire/ids.ts';
import { HttpUrl } from '../wire/request-fields.ts';

/** Body of both registrations (api-v2.md §4.7, §4.8). */
export const RegisterBody = z.object({
  emailId: Email,
  fullName: Name,
  callbackURL: HttpUrl.optional(),
  redirectURL: HttpUrl.optional(),
});
export type RegisterBody = z.output<typeof RegisterBody>;

/** Result of register for a test, and of reattempt. */
export const WireRegistration = z.object({ testInvitationId: TestInvitationId, takeTestURL: z.string() });
export type WireRegistration = z.output<typeof WireRegistration>;

/** Result of register by test link. */
export const WireLinkRegistration = z.object({ testInvitationId: TestInvitationId, testUrl: z.string(), testAccessTime: z.string() });
export type WireLinkRegistration = z.output<typeof WireLinkRegistration>;

/** Result of cancel. */
export const WireCancellation = z.object({ testInvitationId: TestInvitationId, status: z.literal('cancelled') });
export type WireCancellation = z.output<typeof WireCancellation>;
