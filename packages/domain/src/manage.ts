import { z } from 'zod';

/** Shapes of the management API. Instants are ISO 8601 with milliseconds and `Z`. */
const instant = z.string();

/** Scopes of an API key: `read` what is there, `invite` (API v2 writes), `manage` (management writes). */
export const scopes = ['read', 'invite', 'manage'] as const;
export type Scope = (typeof scopes)[number];

export const managedTestStatus = z.enum(['Active', 'Inactive', 'Archived']);
export type ManagedTestStatus = z.output<typeof managedTestStatus>;

/** A test with what API v2 does not show: its key, version and maximum score. */
export const ManagedTest = z.object({
  testId: z.int(),
  key: z.string().nullable(),
  testName: z.string(),
  status: managedTestStatus,
  version: z.int(),
  accessKey: z.string(),
  duration: z.int(),
  questions: z.int(),
  totalScore: z.string(),
});
export type ManagedTest = z.output<typeof ManagedTest>;

/** `outcome`: a new test, a new version of the test with that key, or the same content again (no new version). */
export const ImportResult = ManagedTest.extend({ outcome: z.enum(['created', 'updated', 'unchanged']) });
export type ImportResult = z.output<typeof ImportResult>;

export const TestVersions = z.object({
  versions: z.array(
    z.object({ version: z.int(), testName: z.string(), duration: z.int(), questions: z.int(), totalScore: z.string(), createdAt: instant }),
  ),
});
export type TestVersions = z.output<typeof TestVersions>;

export const TestStatusBody = z.object({ status: managedTestStatus });

export const ManagedInvitation = z.object({
  testInvitationId: z.int(),
  testId: z.int(),
  testLinkId: z.int().nullable(),
  emailId: z.string(),
  fullName: z.string(),
  status: z.enum(['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled']),
  current: z.boolean(),
  takeTestURL: z.string(),
  createdAt: instant,
  startedAt: instant.nullable(),
  deadline: instant.nullable(),
  completedAt: instant.nullable(),
  extraMinutes: z.int(),
  reportStatus: z.enum(['Pending', 'In progress', 'Generated']),
  score: z.string().nullable(),
  totalScore: z.string().nullable(),
  wv: z.int(),
  tv: z.int(),
});
export type ManagedInvitation = z.output<typeof ManagedInvitation>;

/** `nextCursor` is passed back as `cursor` for the next page; null on the last. */
export const InvitationPage = z.object({ invitations: z.array(ManagedInvitation), nextCursor: z.string().nullable() });
export type InvitationPage = z.output<typeof InvitationPage>;

export const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'must be an integer from 1 to 100')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, 'must be an integer from 1 to 100')
  .default(50)
  .meta({ override: { type: 'integer', minimum: 1, maximum: 100, default: 50 } });

export const cursor = z
  .string()
  .regex(/^\d{1,15}$/, 'must be the nextCursor of an earlier page')
  .transform(Number)
  .optional();

export const ListInvitationsQuery = z.object({
  limit,
  cursor,
  status: z.enum(['Pending', 'In progress', 'Completed', 'Reset', 'Cancelled']).optional(),
  search: z.string().trim().min(1).max(200).optional(),
});

export const TimelineEntry = z.object({ at: instant, type: z.string(), data: z.record(z.string(), z.json()) });
export type TimelineEntry = z.output<typeof TimelineEntry>;

export const InvitationTimeline = z.object({ invitation: ManagedInvitation, timeline: z.array(TimelineEntry) });
export type InvitationTimeline = z.output<typeof InvitationTimeline>;

/** Minutes to add to the time that the attempt has. */
export const ExtraTimeBody = z.object({ minutes: z.int().min(1).max(100_000) });

export const TimeZoneList = z.object({ timeZones: z.array(z.object({ timeZoneId: z.int(), name: z.string(), zone: z.string() })) });

export const ApiKeyBody = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .default([...scopes]),
});
export const ApiKeySummary = z.object({
  keyId: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: instant,
  revokedAt: instant.nullable(),
});
export type ApiKeySummary = z.output<typeof ApiKeySummary>;
export const ApiKeyList = z.object({ keys: z.array(ApiKeySummary) });
/** `apiKey` is shown this once: only its hash is kept. */
export const CreatedApiKey = ApiKeySummary.extend({ apiKey: z.string() });

/** An account as its operator sees it. `timeZone` is an IANA name; `tests` counts those that are not archived. */
export const AccountSummary = z.object({
  accountId: z.int(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  support: z.string().nullable(),
  privacy: z.string().nullable(),
  tests: z.int(),
  createdAt: instant,
});
export type AccountSummary = z.output<typeof AccountSummary>;

/** `publicUrl`: base of every URL that is handed out, where candidates reach the service. */
export const AccountSettings = AccountSummary.extend({ publicUrl: z.string() });
export type AccountSettings = z.output<typeof AccountSettings>;

/** Webcam images of an invitation's present attempt, oldest first; `takenAt` is when they arrived. */
export const ProctoringImages = z.object({
  images: z.array(z.object({ imageId: z.int(), takenAt: instant, bytes: z.int(), width: z.int(), height: z.int() })),
});
export type ProctoringImages = z.output<typeof ProctoringImages>;
