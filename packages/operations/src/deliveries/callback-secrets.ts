import { randomBytes } from 'node:crypto';
import { type CallbackSecrets, decodeBody, formatInstant, ok, RotateSecretBody } from '@assay/domain';
import { callbackSecrets, type Db, type Tx } from '@assay/store';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { requireScope } from '../support/refusals.ts';
import { seal, unseal } from '../support/sealed.ts';
import { transact } from '../support/transact.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

const insertNew = (assay: Assay, tx: Tx, accountId: number, now: number): Promise<boolean> => {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return callbackSecrets.insert(tx, { account_id: accountId, sealed: seal(secret, assay.secret), created_at: now });
};

const listLive = async (assay: Assay, db: Db, accountId: number, now: number) =>
  (await callbackSecrets.listLive(db, accountId, now)).map((row) => ({ ...row, secret: unseal(row.sealed, assay.secret) }));

const inUse = (rows: readonly { expires_at: number | null }[]): boolean => rows.some((row) => row.expires_at === null);

const ensureLive = async (assay: Assay, accountId: number) => {
  const live = await assay.store.read(async (db) => listLive(assay, db, accountId, await db.now()));
  if (inUse(live)) return live;
  return assay.store.write(async (tx) => {
    const now = await tx.now();
    await insertNew(assay, tx, accountId, now);
    return listLive(assay, tx, accountId, now);
  });
};

/** The secrets to sign with, newest first. An account gets its first one when it is first asked for. */
export const signingSecrets = async (assay: Assay, accountId: number): Promise<string[]> =>
  (await ensureLive(assay, accountId)).map(({ secret }) => secret);

const wire = (rows: Awaited<ReturnType<typeof listLive>>): CallbackSecrets => ({
  secrets: rows.map(({ secret, created_at, expires_at }) => ({
    secret,
    createdAt: formatInstant(created_at),
    expiresAt: expires_at === null ? null : formatInstant(expires_at),
  })),
});

/** The secrets that sign the account's callbacks at present, newest first. */
export const listCallbackSecrets = async ({ ctx }: { ctx: Context }): Outcome<CallbackSecrets> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  return ok(wire(await ensureLive(ctx.assay, ctx.accountId)));
};

const hour = 60 * 60_000;

/** Makes a new secret. Callbacks are signed with the earlier one too for `overlapHours`, so that receivers can change over. */
export const rotateCallbackSecret = async ({ ctx, input }: { ctx: Context; input: { body: unknown } }): Outcome<CallbackSecrets> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const body = decodeBody(RotateSecretBody, input.body ?? {});
  if (!body.ok) return body;
  const { assay, accountId } = ctx;
  return transact(ctx, { verb: 'rotateCallbackSecret', input: body.value }, async (tx, now) => {
    await callbackSecrets.expire(tx, accountId, now + body.value.overlapHours * hour);
    await insertNew(assay, tx, accountId, now);
    return ok(wire(await listLive(assay, tx, accountId, now)));
  });
};
