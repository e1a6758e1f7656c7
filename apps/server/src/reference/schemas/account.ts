import {
  AccountBody,
  AccountQuota,
  AccountQuotas,
  AccountSettings,
  ApiKeyBody,
  ApiKeyList,
  ApiKeySummary,
  AuditEntry,
  AuditPage,
  CreatedApiKey,
  RotateKeyBody,
  settingsReference,
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
  AccountQuotas: named(AccountQuotas, 'What the account may take of what all accounts share.', { quotas: 'The quotas of this version.' }),
  AccountQuota: named(AccountQuota, 'A quota and what was used of it.', {
    limit: 'The limit; null: there is none.',
    isDefault: 'Whether the operator has set nothing, so that the default holds.',
    used: 'How much was used in the window; null: each process of the server counts its own.',
    window: '`day`: since midnight UTC. `now`: at the same time.',
    resetsAt: 'When a new window begins; null where there is none.',
    meaning: 'What is counted.',
  }),
  AuditPage: named(AuditPage, 'A page of the audit.', { entries: 'The entries, newest first.' }),
  Account: named(AccountSettings, 'The account of the key.', {
    accountId: 'Account identifier.',
    name: 'Name of the organization, as candidates read it.',
    email: 'Address of the organization; empty if there is none.',
    timeZone: 'IANA name of the time zone.',
    ...settingsReference('response'),
    tests: 'Tests that are not archived.',
    publicUrl: 'Where candidates reach the service: the base of every URL in responses and mails.',
    scopes: 'Scopes of the key of this request.',
  }),
  AccountBody: named(AccountBody, 'Settings to change. What is left out stays.', {
    name: 'Name of the organization.',
    email: 'Address of the organization; null for none.',
    ...settingsReference('request'),
  }),
};
