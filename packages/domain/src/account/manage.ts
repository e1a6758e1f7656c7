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

export const TimeZoneList = z.object({ timeZones: z.array(z.object({ timeZoneId: z.int(), name: z.string(), zone: z.string() })) });
