import { z } from 'zod';
import { jsonData } from '../wire/json-data.ts';
import { named } from '../wire/named.ts';
import { cursor, instant, limit } from '../wire/paging.ts';

/** Changes that decide who may do what, and where results go; and who read what candidates answered. Readers accept any string: another version may have written the entry. */
export const auditTypes = [
  'account.updated',
  'account.quotas-set',
  'key.created',
  'key.rotated',
  'key.revoked',
  'callback-secret.rotated',
  'link.created',
  'link.updated',
  'invitation.updated',
  'answers.read',
] as const;
export type AuditType = (typeof auditTypes)[number];

export const AuditEntry = named('AuditEntry', 'A change of who may do what, or of where results go.', {
  entryId: z.int().describe('Entry identifier.'),
  at: instant.describe('When it was made.'),
  keyId: z.int().nullable().describe('The API key that made it; null: the operator.'),
  keyName: z.string().nullable().describe('Name of that key; null: the operator.'),
  type: z.string().describe('What was changed, for example `key.created`.'),
  data: jsonData.describe('Particulars, by the type.'),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditPage = named('AuditPage', 'A page of the audit.', {
  entries: z.array(AuditEntry).describe('The entries, newest first.'),
  nextCursor: z.string().nullable(),
});

export const ListAuditQuery = z.object({ limit, cursor });
