import * as z from 'zod/mini';
import { notice, shownTest, wireAccess } from '../attempt/candidate-shapes.ts';
import { Email, Name } from '../wire/fields.ts';

/** `GET /join/{key}`: the test as a visitor sees it before registering. */
export const JoinState = z.object({
  organization: z.string(),
  support: notice,
  privacy: notice,
  test: shownTest,
  access: wireAccess,
  inviteCandidateOnly: z.literal([0, 1]),
});
export type JoinState = z.output<typeof JoinState>;

// A visitor can register somebody else's email address; a web address in the name would reach that person as a link.
const nameOfVisitor = Name.check(z.refine((text) => !/:\/\/|www\./i.test(text), 'must be a name, without a web address'));

export const JoinBody = z.object({ emailId: Email, fullName: nameOfVisitor });

/** An invitation made for the visitor. */
export const Joined = z.object({ testInvitationId: z.int(), takeTestURL: z.string() });
export type Joined = z.output<typeof Joined>;

/** By a link with `confirmEmail` nothing is made yet, and the response is the same whether or not the address is invited. */
export const JoinResult = z.union([Joined, z.object({ confirmation: z.literal('sent') })]);
export type JoinResult = z.output<typeof JoinResult>;

/** `GET /join/confirm/{token}`: what the holder of a mailed address is about to confirm. */
export const ConfirmationState = z.extend(z.omit(JoinState, { inviteCandidateOnly: true }), { emailId: z.string(), fullName: z.string() });
export type ConfirmationState = z.output<typeof ConfirmationState>;
