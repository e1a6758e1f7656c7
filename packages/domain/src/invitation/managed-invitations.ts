import { z } from 'zod';
import { ManagedDelivery } from '../delivery/managed-deliveries.ts';
import { FiguresSoFar } from '../report/figures.ts';
import { reportStatuses } from '../report/report-status.ts';
import { decodeBody } from '../wire/decode.ts';
import { Email, Name } from '../wire/fields.ts';
import { jsonData } from '../wire/json-data.ts';
import { list } from '../wire/list.ts';
import { named } from '../wire/named.ts';
import { cursor, instant, limit, search, total } from '../wire/paging.ts';
import { CallbackUrl, HttpUrl } from '../wire/request-fields.ts';
import { secretFor } from '../wire/secret-field.ts';
import { invitationOrigins, invitationStatuses } from './invitation-status.ts';
import { inviteOutcomes } from './invite-outcome.ts';

export const ManagedInvitation = named('ManagedInvitation', 'An invitation with status, times and figures.', {
  testInvitationId: z.int(),
  testId: z.int(),
  testLinkId: z.int().nullable(),
  emailId: z.string(),
  fullName: z.string(),
  origin: z
    .enum(invitationOrigins)
    .describe('`api`: made by API v2, `management`: by the management API, `link`: the candidate registered with an access key.'),
  status: z.enum(invitationStatuses).describe('Status of the invitation; API v2 names it `testStatus`.'),
  current: z.boolean().describe('False when a reattempt took its place.'),
  takeTestURL: secretFor('invite', 'URL where the candidate takes the test. It is a credential: send it to the candidate only.'),
  createdAt: instant,
  startedAt: instant.nullable().describe('When the present attempt was started; null before.'),
  deadline: instant.nullable().describe('When the present attempt ends; null before the start.'),
  completedAt: instant.nullable().describe('When the attempt was completed; null before.'),
  extraMinutes: z.int().describe('Minutes added to the duration of the test.'),
  reportStatus: z.enum(reportStatuses).describe('Whether the figures are there yet.'),
  ...FiguresSoFar.shape,
});
export type ManagedInvitation = z.output<typeof ManagedInvitation>;

export const InvitationPage = named(
  'InvitationPage',
  'A page of invitations. A search may give pages with fewer rows than `limit`, or none, before the last.',
  { invitations: z.array(ManagedInvitation).describe('The invitations, newest first.'), nextCursor: z.string().nullable(), total },
);
export type InvitationPage = z.output<typeof InvitationPage>;

export const ListInvitationsQuery = z.object({
  limit,
  cursor,
  status: z.enum(invitationStatuses).optional().describe('Only those with this status.'),
  search,
});

export const ListTimelineQuery = z.object({ limit, cursor });

export const TimelineEntry = named('TimelineEntry', 'Something that happened to an invitation.', {
  at: instant.describe('When it happened.'),
  type: z.string().describe('What happened, for example `attempt.started`.'),
  data: jsonData.describe('Particulars, by the type. Instants in it are milliseconds since 1970.'),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const InvitationTimeline = named('InvitationTimeline', 'What happened to an invitation.', {
  invitation: ManagedInvitation,
  timeline: z.array(TimelineEntry).describe('The entries of this page, oldest first.'),
  nextCursor: z.string().nullable(),
});
export type InvitationTimeline = z.output<typeof InvitationTimeline>;

export const ExtraTimeBody = named('ExtraTimeBody', 'How much time to give.', {
  minutes: z.int().min(1).max(100_000).describe('Minutes to add; they add up over several requests.'),
});

export const InviteBody = named('InviteBody', 'A candidate to invite.', {
  emailId: Email,
  fullName: Name,
  callbackURL: CallbackUrl.optional(),
  redirectURL: HttpUrl.optional().describe('Where the candidate is sent after completing the test.'),
  testLinkId: z.int().positive().optional().describe('Invite by this link of the test; left out for a direct invitation.'),
  sendEmail: z.boolean().default(true).describe('Whether the take URL is mailed; by default it is.'),
});

export const InviteResult = named('InviteResult', 'The invitation, and its mail.', {
  invitation: ManagedInvitation,
  email: ManagedDelivery.nullable().describe('The delivery of the mail; null if none is sent.'),
});
export type InviteResult = z.output<typeof InviteResult>;

const mostAtOnce = 500;

/**
 * Without `revive` and `again` a row does what registering does: it updates, mails once more, and restores what was cancelled. A candidate
 * who has completed the test stays unchanged without `rename`.
 */
export const BulkInviteRow = z.object({
  ...InviteBody.shape,
  revive: z.boolean().default(true).describe('False: an invitation that was cancelled stays cancelled.'),
  again: z
    .boolean()
    .optional()
    .describe('False: a candidate who is invited already is neither updated nor mailed; when left out, as `revive`.'),
  rename: z
    .boolean()
    .default(false)
    .describe('True: a candidate who has completed the test is updated too, and reports show the new name.'),
});
export type BulkInviteRow = z.output<typeof BulkInviteRow>;

/** Any value, read as a `BulkInviteRow` by itself: the result is a candidate or a refusal, so that a wrong one does not keep the others out. */
const candidateOfBulk = z
  .custom<{ [Name in keyof z.input<typeof BulkInviteRow>]: z.input<typeof BulkInviteRow>[Name] | null }>()
  .meta({
    override: ({ jsonSchema }: { jsonSchema: object }) => Object.assign(jsonSchema, z.toJSONSchema(BulkInviteRow, { io: 'input' })),
  })
  .transform((sent) => decodeBody(BulkInviteRow, sent))
  .meta({ id: 'BulkInviteRow', description: 'A candidate to invite.' });

export const BulkInviteBody = named('BulkInviteBody', 'Candidates to invite.', {
  candidates: list(candidateOfBulk, mostAtOnce, { of: 'candidates' })
    .min(1, 'needs at least one candidate')
    .describe('The candidates, each read by itself.'),
  dryRun: z.boolean().default(false).describe('True: the results are what they would be now; nobody is invited.'),
});

export const BulkInviteResult = named('BulkInviteResult', 'A result for each candidate.', {
  results: z
    .array(
      named('BulkInviteRowResult', 'What came of one candidate.', {
        index: z.int().describe('Place in the list that was sent, from 0.'),
        ok: z.boolean().describe('Whether the candidate is invited now.'),
        outcome: z
          .enum(inviteOutcomes)
          .describe('What the candidate was before, or `invalid`. `already-invited` with an `email`: mailed once more.'),
        finished: z.boolean().describe('True: the candidate has completed the test, and was left unchanged, as `rename` was not set.'),
        invitation: InviteResult.shape.invitation.nullable().describe('The invitation; null if there is none.'),
        email: InviteResult.shape.email,
        error: z.string().nullable().describe('Why the candidate was not invited; null if they were.'),
      }),
    )
    .describe('In the order in which they were sent.'),
});
export type BulkInviteResult = z.output<typeof BulkInviteResult>;
