import { z } from 'zod';
import { findTimeZone } from '../time/time-zones.ts';
import { Email, Name } from '../wire/fields.ts';
import { instant } from '../wire/paging.ts';
import { scopes } from './scopes.ts';

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
/** `apiKey` is shown only in this response: the database stores its hash. */
export const CreatedApiKey = ApiKeySummary.extend({ apiKey: z.string() });

/** `timeZone` is an IANA name; `tests` counts tests that are not archived. */
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

/** `publicUrl`: where candidates reach the service; the base of every URL in responses and mails. */
export const AccountSettings = AccountSummary.extend({ publicUrl: z.string() });
export type AccountSettings = z.output<typeof AccountSettings>;

export const RotateKeyBody = z.object({ overlapHours: z.int().min(0).max(720).default(0) });

const notice = z.string().trim().max(500).nullable().optional();

/** Fields that are absent stay unchanged; null removes a notice. */
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

export const TimeZoneList = z.object({ timeZones: z.array(z.object({ timeZoneId: z.int(), name: z.string(), zone: z.string() })) });
