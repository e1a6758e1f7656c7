import { z } from 'zod';
import { findTimeZone } from '../time/time-zones.ts';
import { Email, Name, nameUpTo } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { instant } from '../wire/paging.ts';
import { grantMeanings, grants, scopes } from './scopes.ts';
import { settingBodies, shownSettings } from './settings.ts';

const grantsText = grants.map((grant) => `\`${grant}\` ${grantMeanings[grant]}`).join('; ');

/** The longest that a key can be made for; without an end it works until it is revoked. */
export const mostKeyDays = 3650;

/** A key that expires cannot make one that lives longer. */
const expiresInDays = z
  .int()
  .min(1)
  .max(mostKeyDays)
  .optional()
  .meta({ description: 'Days until the key ends; without it, and at most, as long as the key that makes it' });

export const ApiKeyBody = z.object({
  name: nameUpTo(100),
  scopes: list(z.enum(grants), 10, { of: 'scopes' })
    .min(1)
    .meta({ description: `${grantsText}. A key gives at most what it has` }),
  expiresInDays,
});

/** Readers accept any string: another version may have more scopes. */
const scopeName = z.string().meta({ description: `One of ${scopes.join(', ')}` });

/**
 * `scopes` are those of this version; `allScopes`: later ones too. `lastUsedAt` is exact to five minutes. `current`: the key of this
 * very request.
 */
export const ApiKeySummary = z.object({
  keyId: z.int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scopeName),
  allScopes: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
  current: z.boolean(),
});
export type ApiKeySummary = z.output<typeof ApiKeySummary>;
export const ApiKeyList = z.object({ keys: z.array(ApiKeySummary) });
/** `apiKey` is shown only in this response: the database stores its hash. */
export const CreatedApiKey = ApiKeySummary.extend({ apiKey: z.string() });

/** `email` is `""` when the account has none; `timeZone` is an IANA name; `tests` counts tests that are not archived. */
export const AccountSummary = z.object({
  accountId: z.int(),
  name: z.string(),
  email: z.string(),
  timeZone: z.string(),
  ...shownSettings,
  tests: z.int(),
  createdAt: instant,
});
export type AccountSummary = z.output<typeof AccountSummary>;

/** `publicUrl`: where candidates reach the service; the base of every URL in responses and mails. `scopes`: those of the key of this very request. */
export const AccountSettings = AccountSummary.extend({ publicUrl: z.string(), scopes: z.array(scopeName) });
export type AccountSettings = z.output<typeof AccountSettings>;

/** Without `expiresInDays` the new key ends when the former one would have. */
export const RotateKeyBody = z.object({ overlapHours: z.int().min(0).max(720).default(0), expiresInDays });

/** Fields that are absent stay unchanged; null removes what can be removed. */
export const AccountBody = z.object({
  name: z.optional(Name),
  email: z.nullish(Email),
  timeZoneId: z
    .int()
    .refine((id) => findTimeZone(id) !== undefined, 'must be a timeZoneId of GET /manage/v1/timezones')
    .optional(),
  ...settingBodies,
});
export type AccountBody = z.output<typeof AccountBody>;

export const TimeZoneList = z.object({ timeZones: z.array(z.object({ timeZoneId: z.int(), name: z.string(), zone: z.string() })) });
