import { z } from 'zod';
import { atMost, Email, Name } from '../wire/fields.ts';
import { WireId } from '../wire/ids.ts';
import { named } from '../wire/named.ts';
import { CallbackUrl, HttpUrl } from '../wire/request-fields.ts';

/** Body of both registrations (api-v2.md §4.7, §4.8). */
export const RegisterBody = named('RegisterBody', 'A candidate to register.', {
  emailId: Email,
  fullName: Name,
  callbackURL: CallbackUrl.optional(),
  redirectURL: HttpUrl.optional().describe('Where the candidate is sent after completing the test.'),
});
export type RegisterBody = z.output<typeof RegisterBody>;

/** Result of register for a test, and of reattempt. */
export const WireRegistration = named('Registration', 'The invitation, and the URL of the test.', {
  testInvitationId: WireId,
  takeTestURL: z.string(),
});
export type WireRegistration = z.output<typeof WireRegistration>;

/** Result of register by test link. */
export const WireLinkRegistration = named('LinkRegistration', 'The invitation by a link, and the URL of the test.', {
  testInvitationId: WireId,
  testUrl: z.string().describe('URL where the candidate takes the test. It is a credential: send it to the candidate only.'),
  testAccessTime: z.string().describe('When the test may be taken, as a sentence in the link’s time zone.'),
});
export type WireLinkRegistration = z.output<typeof WireLinkRegistration>;

/** Result of cancel. */
export const WireCancellation = named('Cancellation', 'The cancelled invitation.', {
  testInvitationId: WireId,
  status: z.literal('cancelled').describe('Always `cancelled`.'),
});
export type WireCancellation = z.output<typeof WireCancellation>;

/** Query of cancel (api-v2.md §4.9). `''` means absent; the operation reads it like an id in a path. */
export const CancelQuery = z.object({
  testId: z
    .string('must be a decimal Int64')
    .check(atMost(40, 'must be a decimal Int64'))
    .optional()
    .describe('Test of the invitation. When it is sent and is another test, the request is refused.'),
});
