import {
  AccountBody,
  AccountSettings,
  ApiKeyBody,
  ApiKeyList,
  ApiKeySummary,
  AuditEntry,
  AuditPage,
  CreatedApiKey,
  RotateKeyBody,
  TimeZoneList,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const keyFields = {
  name: 'What the key is for.',
  prefix: 'First characters of the key.',
  scopes: 'What the key may do, of the scopes of this version.',
  allScopes: 'Whether it also has the scopes of later versions.',
  lastUsedAt: 'When it was last used, to five minutes; null if never.',
  expiresAt: 'When it ends; null if it does not.',
  revokedAt: 'When it was revoked; null if it was not.',
  current: 'Whether this request was made with it.',
} as const;

export const accountSchemas = {
  ApiKey: named(ApiKeySummary, 'An API key, without the key itself.', keyFields),
  ApiKeyList: named(ApiKeyList, 'The keys of the account.', { keys: 'The keys, newest first.' }),
  CreatedApiKey: named(CreatedApiKey, 'A new API key.', { ...keyFields, apiKey: 'The key. No other response shows it.' }),
  ApiKeyBody: named(ApiKeyBody, 'The key to make.', { name: 'What the key is for, at most 100 characters.' }),
  RotateKeyBody: named(RotateKeyBody, 'How the former key ends.', {
    expiresInDays: 'Days until the new key ends; without it, when the former one would have.',
  }),
  TimeZoneList: named(TimeZoneList, 'The time-zone table.', { timeZones: 'All zones.' }),
  TimeZone: named(TimeZoneList.shape.timeZones.element, 'A time zone.', {
    timeZoneId: 'Identifier of the zone.',
    name: 'Name as people read it.',
    zone: 'IANA name.',
  }),
  AuditEntry: named(AuditEntry, 'A change of who may do what, or of where results go.', {
    entryId: 'Entry identifier.',
    at: 'When it was made.',
    keyId: 'The API key that made it; null: the operator.',
    keyName: 'Name of that key; null: the operator.',
    type: 'What was changed, for example `key.created`.',
    data: 'Particulars, by the type.',
  }),
  AuditPage: named(AuditPage, 'A page of the audit.', { entries: 'The entries, newest first.' }),
  Account: named(AccountSettings, 'The account of the key.', {
    accountId: 'Account identifier.',
    name: 'Name of the organization, as candidates read it.',
    email: 'Address of the organization; empty if there is none.',
    timeZone: 'IANA name of the time zone.',
    receipts: 'Which candidates get a receipt: those whose invitation was mailed, all, or none.',
    lateMinutes: 'Minutes after the deadline in which answers still count that were typed before it.',
    color: 'Colour of reports, `#rrggbb`; null: the usual one.',
    logo: 'Names the logo of reports; null if there is none. Another logo has another name.',
    tests: 'Tests that are not archived.',
    publicUrl: 'Where candidates reach the service: the base of every URL in responses and mails.',
    scopes: 'Scopes of the key of this request.',
  }),
  AccountBody: named(AccountBody, 'Settings to change. What is left out stays.', {
    name: 'Name of the organization.',
    email: 'Address of the organization; null for none.',
    receipts: 'Which candidates get a receipt: those whose invitation was mailed, all, or none.',
    lateMinutes: 'Minutes after the deadline in which answers still count that were typed before it; 0: none does.',
    color: 'Colour of reports, `#rrggbb`, with a contrast of at least 4.5 to 1 with white; null for the usual one.',
    logo: 'Logo of reports: a PNG or JPEG of at most 64 KiB, in base64; null for none.',
  }),
};
