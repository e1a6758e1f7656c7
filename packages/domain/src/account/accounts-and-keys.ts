import { z } from 'zod';
import { findTimeZone } from '../time/time-zones.ts';
import { Email, Name, nameUpTo } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { named } from '../wire/named.ts';
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
  .describe('Days until the key ends; without it, and at most, as long as the key that makes it.');

export const ApiKeyBody = named('ApiKeyBody', 'The key to make.', {
  name: nameUpTo(100).check(z.describe('What the key is for, at most 100 characters.')),
  scopes: list(z.enum(grants), 10, { of: 'scopes' }).min(1).describe(`${grantsText}. A key gives at most what it has.`),
  expiresInDays,
});

/** Readers accept any string: another version may have more scopes. */
const scopeName = z.string().describe(`One of ${scopes.join(', ')}.`);

export const ApiKeySummary = named('ApiKey', 'An API key, without the key itself.', {
  keyId: z.int(),
  name: z.string().describe('What the key is for.'),
  prefix: z.string().describe('First characters of the key.'),
  scopes: z.array(scopeName).describe('What the key may do, of the scopes of this version.'),
  allScopes: z.boolean().describe('Whether it also has the scopes of later versions.'),
  createdAt: instant,
  lastUsedAt: instant.nullable().describe('When it was last used, to five minutes; null if never.'),
  expiresAt: instant.nullable().describe('When it ends; null if it does not.'),
  revokedAt: instant.nullable().describe('When it was revoked; null if it was not.'),
  current: z.boolean().describe('Whether this request was made with it.'),
});
export type ApiKeySummary = z.output<typeof ApiKeySummary>;
export const ApiKeyList = named('ApiKeyList', 'The keys of the account.', {
  keys: z.array(ApiKeySummary).describe('The keys, newest first.'),
});
export const CreatedApiKey = ApiKeySummary.extend({ apiKey: z.string().describe('The key. No other response shows it.') }).meta({
  id: 'CreatedApiKey',
  description: 'A new API key.',
});

export const AccountSummary = z.object({
  accountId: z.int().describe('Account identifier.'),
  name: z.string().describe('Name of the organization, as candidates read it.'),
  email: z.string().describe('Address of the organization; empty if there is none.'),
  timeZone: z.string().describe('IANA name of the time zone.'),
  ...shownSettings,
  tests: z.int().describe('Tests that are not archived.'),
  createdAt: instant,
});
export type AccountSummary = z.output<typeof AccountSummary>;

export const AccountSettings = AccountSummary.extend({
  publicUrl: z.string().describe('Where candidates reach the service: the base of every URL in responses and mails.'),
  scopes: z.array(scopeName).describe('Scopes of the key of this request.'),
}).meta({ id: 'Account', description: 'The account of the key.' });
export type AccountSettings = z.output<typeof AccountSettings>;

export const RotateKeyBody = named('RotateKeyBody', 'How the former key ends.', {
  overlapHours: z.int().min(0).max(720).default(0),
  expiresInDays: expiresInDays.describe(
    'Days until the new key ends; without it, when the former one would have; at most as long as the key that makes it.',
  ),
});

export const AccountBody = named('AccountBody', 'Settings to change. What is left out stays.', {
  name: z.optional(Name).describe('Name of the organization.'),
  email: z.nullish(Email).describe('Address of the organization; null for none.'),
  timeZoneId: z
    .int()
    .refine((id) => findTimeZone(id) !== undefined, 'must be a timeZoneId of GET /manage/v1/timezones')
    .optional(),
  ...settingBodies,
});
export type AccountBody = z.output<typeof AccountBody>;

export const TimeZoneList = named('TimeZoneList', 'The time-zone table.', {
  timeZones: z
    .array(
      named('TimeZone', 'A time zone.', {
        timeZoneId: z.int().describe('Identifier of the zone.'),
        name: z.string().describe('Name as people read it.'),
        zone: z.string().describe('IANA name.'),
      }),
    )
    .describe('All zones.'),
});
