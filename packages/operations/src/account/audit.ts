import { type AuditEntry, type AuditType, formatInstant, ok, operations } from '@assay/domain';
import { auditEntries, type Tx } from '@assay/store';
import type { Assay, Context } from '../support/context.ts';
import { forgottenAtOnce } from '../support/forget-idempotency-keys.ts';
import { readOperation } from '../support/operation.ts';
import { pageOf } from '../support/page.ts';

type By = { readonly tx: Tx } & Pick<Context, 'accountId' | 'key'>;
type Data = AuditEntry['data'];

/** Records a change with the key that made it, in the transaction of the change; or who read answers. */
export const recordChange = async ({ tx, accountId, key }: By, type: AuditType, data: Data): Promise<void> =>
  auditEntries.append(tx, { accountId, keyId: key?.keyId ?? null, type, data, at: await tx.now() });

/** The fields that differ: `{ callbackURL: { from, to } }`. Undefined when none does. */
export const changesOf = <Fields extends Data>(from: Fields, to: Fields): Data | undefined => {
  const changed = Object.keys(to).filter((name) => from[name] !== to[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, { from: from[name] ?? null, to: to[name] ?? null }]));
};

/** What was recorded of an account, newest first, by cursor. */
export const listAudit = readOperation(operations.listAudit, async ({ accountId, db }, { query: { limit, cursor } }) => {
  const rows = await auditEntries.listPage(db, { accountId, before: cursor, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, (row) => row.entry_id);
  const entries = page.map(({ entry_id, key_id, key_name, type, data, at }) => ({
    entryId: entry_id,
    at: formatInstant(at),
    keyId: key_id,
    keyName: key_name,
    type,
    data,
  }));
  return ok({ entries, nextCursor });
});

const keptMilliseconds = 400 * 24 * 60 * 60_000;

/** Drops a slice of the entries that are past it, and returns how many. By age only: with a limit by number, somebody who redirects results could flush the record with more changes. */
export const forgetAuditEntries = ({ assay }: { assay: Assay }): Promise<number> =>
  assay.store.write(async (tx) => auditEntries.forget(tx, { before: (await tx.now()) - keptMilliseconds, limit: forgottenAtOnce }));
