import { z } from 'zod';
import { jsonData } from '../wire/json-data.ts';
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

/** `keyId` is the API key that did it; null: the operator, on the server's machine. */
export const AuditEntry = z.object({
  entryId: z.int(),
  at: instant,
  keyId: z.int().nullable(),
  keyName: z.string().nullable(),
  type: z.string(),
  data: jsonData,
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** `nextCursor` is passed back as `cursor` for the next page; null on the last. */
export const AuditPage = z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() });

export const ListAuditQuery = z.object({ limit, cursor });
