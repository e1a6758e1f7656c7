import { z } from 'zod';
import { ManagedDelivery } from '../delivery/manage.ts';
import { FiguresSoFar } from '../report/figures.ts';
import { reportStatuses } from '../report/report-status.ts';
import { Email, Name } from '../wire/fields.ts';
import { cursor, instant, limit } from '../wire/paging.ts';
import { HttpUrl } from '../wire/request-fields.ts';
import { invitationStatuses } from './invitation-status.ts';

export const ManagedInvitation = z.object({
  testInvitationId: z.int(),
  testId: z.int(),
  testLinkId: z.int().nullable(),
  emailId: z.string(),
  fullName: z.string(),
  status: z.enum(invitationStatuses),
  current: z.boolean(),
  takeTestURL: z.string(),
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
  search: z.string().trim().min(1).max(200).optional(),
});

export const TimelineEntry = z.object({ at: instant, type: z.string(), data: z.record(z.string(), z.json()) });
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const InvitationTimeline = z.object({ invitation: ManagedInvitation, timeline: z.array(TimelineEntry) });
export type InvitationTimeline = z.output<typeof InvitationTimeline>;

/** Minutes to add to the attempt's duration. */
export const ExtraTimeBody = z.object({ minutes: z.int().min(1).max(100_000) });

/** Registers a candidate as API v2 does, and mails the invitation when `sendEmail` is true. */
export const InviteBody = z.object({
  emailId: Email,
  fullName: Name,
  callbackURL: HttpUrl.optional(),
  redirectURL: HttpUrl.optional(),
  testLinkId: z.int().positive().optional(),
  sendEmail: z.boolean().default(true),
});

/** `email` is the delivery of the invitation mail; null if no mail is sent. */
export const InviteResult = z.object({ invitation: ManagedInvitation, email: ManagedDelivery.nullable() });
export type InviteResult = z.output<typeof InviteResult>;

const mostAtOnce = 500;

/** Any value, documented as an `InviteBody`: each candidate is checked by itself, so that a wrong one does not keep the others out. */
const candidateOfBulk = z.custom<{ [Name in keyof z.input<typeof InviteBody>]: z.input<typeof InviteBody>[Name] | null }>().meta({
  override: ({ jsonSchema }: { jsonSchema: object }) => Object.assign(jsonSchema, z.toJSONSchema(InviteBody, { io: 'input' })),
});

export const BulkInviteBody = z.object({ candidates: z.array(candidateOfBulk).min(1).max(mostAtOnce) });

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
