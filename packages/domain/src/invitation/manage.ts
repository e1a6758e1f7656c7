import { z } from 'zod';
import { ManagedDelivery } from '../delivery/manage.ts';
import { FiguresSoFar } from '../report/figures.ts';
import { reportStatuses } from '../report/report-status.ts';
import { decodeBody } from '../wire/decode.ts';
import { Email, Name } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { cursor, instant, limit, search } from '../wire/paging.ts';
import { CallbackUrl, HttpUrl } from '../wire/request-fields.ts';
import { secretFor } from '../wire/secret-field.ts';
import { invitationOrigins, invitationStatuses } from './invitation-status.ts';

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

/** `nextCursor` is passed back as `cursor` for the next page; null on the last. */
export const InvitationPage = z.object({ invitations: z.array(ManagedInvitation), nextCursor: z.string().nullable() });
export type InvitationPage = z.output<typeof InvitationPage>;

export const ListInvitationsQuery = z.object({
  limit,
  cursor,
  status: z.enum(invitationStatuses).optional(),
  search,
});

export const ListTimelineQuery = z.object({ limit, cursor });

export const TimelineEntry = z.object({ at: instant, type: z.string(), data: z.record(z.string(), z.json()) });
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

/** Any value, read as an `InviteBody` by itself: the result is a candidate or a refusal, so that a wrong one does not keep the others out. */
const candidateOfBulk = z
  .custom<{ [Name in keyof z.input<typeof InviteBody>]: z.input<typeof InviteBody>[Name] | null }>()
  .meta({
    override: ({ jsonSchema }: { jsonSchema: object }) => Object.assign(jsonSchema, z.toJSONSchema(InviteBody, { io: 'input' })),
  })
  .transform((sent) => decodeBody(InviteBody, sent));

export const BulkInviteBody = z.object({
  candidates: list(candidateOfBulk, mostAtOnce, { of: 'candidates' }).min(1, 'needs at least one candidate'),
});

/** One result for each candidate, in the order they were sent; `error` says why one was not invited. */
export const BulkInviteResult = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      ok: z.boolean(),
      invitation: InviteResult.shape.invitation.nullable(),
      email: InviteResult.shape.email,
      error: z.string().nullable(),
    }),
  ),
});
export type BulkInviteResult = z.output<typeof BulkInviteResult>;
