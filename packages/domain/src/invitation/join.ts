import * as z from 'zod/mini';
import { notice, shownTest, wireAccess } from '../attempt/candidate-shapes.ts';
import { Email, Name } from '../wire/fields.ts';

/** `GET /join/{key}`: what a visitor may know of the test before registering. */
export const JoinState = z.object({
  organization: z.string(),
  support: notice,
  privacy: notice,
  test: shownTest,
  access: wireAccess,
  inviteCandidateOnly: z.literal([0, 1]),
});
export type JoinState = z.input<typeof JoinState>;

// What a stranger types here may be mailed to somebody else: a name is no place for an address.
const nameOfVisitor = Name.check(z.refine((text) => !/:\/\/|www\./i.test(text), 'must be a name, without a web address'));

export const JoinBody = z.object({ emailId: Email, fullName: nameOfVisitor });
export const JoinResult = z.object({ testInvitationId: z.int(), takeTestURL: z.string() });
