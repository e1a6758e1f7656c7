import { z } from 'zod';
import { ManagedDelivery } from '../delivery/manage.ts';
import { FiguresSoFar } from '../report/figures.ts';
import { reportStatuses } from '../report/report-status.ts';
import { decodeBody } from '../wire/decode.ts';
import { Email, Name } from '../wire/fields.ts';
import { jsonData } from '../wire/json-data.ts';
import { list } from '../wire/list.ts';
import { cursor, instant, limit, search, total } from '../wire/paging.ts';
import { CallbackUrl, HttpUrl } from '../wire/request-fields.ts';
import { secretFor } from '../wire/secret-field.ts';
import { invitationOrigins, invitationStatuses } from './invitation-status.ts';
import { inviteOutcomes } from './invite-outcome.ts';

export const ManagedInvitation = z.object({
  testInvitationId: z.int(),
  testId: z.int(),
  testLinkId: z.int().nullable(),
  emailId: z.string(),
  fullName: z.string(),
  origin: z.enum(invitationOrigins),
  status: z.enum(invitationStatuses),
  current: z.boolean(),
  takeTestURL: secretFor('invite'),
  createdAt: instant,
  startedAt: instant.nullable(),
  deadline: instant.nullable(),
  completedAt: instant.nullable(),
  extraMinutes: z.int(),
  reportStatus: z.enum(reportStatuses),
  ...FiguresSoFar.shape,
});
export type ManagedInvitation = z.output<typeof ManagedInvitation>;

/**
 * `nextCursor` is passed back as `cursor` for the next page; null on the last. A page before the last may have fewer rows than `limit`, or
 * none, if a search would have to read too much to fill it.
 */
export const InvitationPage = z.object({ invitations: z.array(ManagedInvitation), nextCursor: z.string().nullable(), total });
export type InvitationPage = z.output<typeof InvitationPage>;

export const ListInvitationsQuery = z.object({
  limit,
  cursor,
  status: z.enum(invitationStatuses).optional(),
  search,
});

export const ListTimelineQuery = z.object({ limit, cursor });

export const TimelineEntry = z.object({ at: instant, type: z.string(), data: jsonData });
export type TimelineEntry = z.output<typeof TimelineEntry>;

/** Oldest first. `nextCursor` is passed back as `cursor` for the next page; null on the last. */
export const InvitationTimeline = z.object({
  invitation: ManagedInvitation,
  timeline: z.array(TimelineEntry),
  nextCursor: z.string().nullable(),
});
export type InvitationTimeline = z.output<typeof InvitationTimeline>;

/** Minutes to add to the attempt's duration. */
export const ExtraTimeBody = z.object({ minutes: z.int().min(1).max(100_000) });

/** Registers a candidate as API v2 does, and mails the invitation when `sendEmail` is true. */
export const InviteBody = z.object({
  emailId: Email,
  fullName: Name,
  callbackURL: CallbackUrl.optional(),
  redirectURL: HttpUrl.optional(),
  testLinkId: z.int().positive().optional(),
  sendEmail: z.boolean().default(true),
});

/** `email` is the delivery of the invitation mail; null if no mail is sent. */
export const InviteResult = z.object({ invitation: ManagedInvitation, email: ManagedDelivery.nullable() });
export type InviteResult = z.output<typeof InviteResult>;

const mostAtOnce = 500;

/**
 * Without `revive` and `again` a row does what registering does: it updates, mails once more, and restores what was cancelled. A candidate
 * who has completed the test stays unchanged without `rename`.
 */
export const BulkInviteRow = z.object({
  ...InviteBody.shape,
  revive: z.boolean().default(true).meta({ description: 'False: an invitation that was cancelled stays cancelled' }),
  again: z.boolean().optional().meta({
    description: 'False: a candidate who is invited already is neither updated nor mailed; when left out, as `revive`',
  }),
  rename: z.boolean().default(false).meta({
    description: 'True: a candidate who has completed the test is updated too, and reports show the new name',
  }),
});
export type BulkInviteRow = z.output<typeof BulkInviteRow>;

/** Any value, read as a `BulkInviteRow` by itself: the result is a candidate or a refusal, so that a wrong one does not keep the others out. */
const candidateOfBulk = z
  .custom<{ [Name in keyof z.input<typeof BulkInviteRow>]: z.input<typeof BulkInviteRow>[Name] | null }>()
  .meta({
    override: ({ jsonSchema }: { jsonSchema: object }) => Object.assign(jsonSchema, z.toJSONSchema(BulkInviteRow, { io: 'input' })),
  })
  .transform((sent) => decodeBody(BulkInviteRow, sent));

export const BulkInviteBody = z.object({
  candidates: list(candidateOfBulk, mostAtOnce, { of: 'candidates' }).min(1, 'needs at least one candidate'),
  dryRun: z.boolean().default(false).meta({ description: 'True: the results are what they would be now; nobody is invited' }),
});

/**
 * One result for each candidate, in the order they were sent; `error` says why one was not invited. `outcome` says what the candidate
 * was before: an `already-invited` one was mailed once more if there is an `email`. `finished`: has completed the test, and was therefore left
 * unchanged.
 */
export const BulkInviteResult = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      ok: z.boolean(),
      outcome: z.enum(inviteOutcomes),
      finished: z.boolean(),
      invitation: InviteResult.shape.invitation.nullable(),
      email: InviteResult.shape.email,
      error: z.string().nullable(),
    }),
  ),
});
export type BulkInviteResult = z.output<typeof BulkInviteResult>;
