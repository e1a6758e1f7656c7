import { z } from 'zod';
import { Email, Name } from './fields.ts';
import { cursor, limit, ManagedTest, managedTestStatus } from './manage.ts';
import { InviteBody, InviteResult } from './manage-deliveries.ts';
import { TakeQuestion } from './take.ts';
import { TestKey } from './test-file.ts';
import { findTimeZone } from './time-zones/time-zones.ts';

/** Shapes of the management API for tests, many candidates at once, and the account. */

/** `invited` counts the invitations of a test that are current, `started` and `completed` those of them that got so far. */
export const ManagedTestSummary = ManagedTest.extend({
  counts: z.object({ invited: z.int(), started: z.int(), completed: z.int() }),
});
export type ManagedTestSummary = z.output<typeof ManagedTestSummary>;

export const ManagedTestPage = z.object({ tests: z.array(ManagedTestSummary), nextCursor: z.string().nullable() });
export type ManagedTestPage = z.output<typeof ManagedTestPage>;

export const ListManagedTestsQuery = z.object({
  limit,
  cursor,
  status: managedTestStatus.optional(),
  search: z.string().trim().min(1).max(200).optional(),
});

export const ExportTestQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a version of the test')
    .transform(Number)
    .optional(),
});

/** A copy gets the name `Copy of …` and no key unless they are given. */
export const DuplicateBody = z.object({ name: z.optional(Name), key: TestKey.optional() });

/** A test as its candidates see it; nothing is recorded. */
export const TestPreview = z.object({
  testName: z.string(),
  duration: z.int(),
  sections: z.array(z.object({ sectionName: z.string(), sectionType: z.string(), questions: z.int(), duration: z.int() })),
  questions: z.array(TakeQuestion),
});
export type TestPreview = z.output<typeof TestPreview>;

const mostAtOnce = 500;

/** Each candidate is checked by itself: one that is wrong does not keep the others out. */
export const BulkInviteBody = z.object({ candidates: z.array(z.unknown()).min(1).max(mostAtOnce) }).meta({
  override: {
    type: 'object',
    required: ['candidates'],
    properties: {
      candidates: { type: 'array', minItems: 1, maxItems: mostAtOnce, items: z.toJSONSchema(InviteBody, { io: 'input' }) as object },
    },
  },
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

export const RotateKeyBody = z.object({ overlapHours: z.int().min(0).max(720).default(0) });

const notice = z.string().trim().max(500).nullable().optional();

/** What is left out stays as it is; null takes a notice away. */
export const AccountBody = z.object({
  name: z.optional(Name),
  email: z.optional(Email),
  timeZoneId: z
    .int()
    .refine((id) => findTimeZone(id) !== undefined, 'must be a timeZoneId of GET /manage/v1/timezones')
    .optional(),
  support: notice,
  privacy: notice,
});
