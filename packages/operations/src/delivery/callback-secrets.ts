import { randomBytes } from 'node:crypto';
import { type CallbackSecrets, formatInstant, ok, operations, type Refusal, type Result } from '@assay/domain';
import { accounts, callbackSecrets, type Db, type Tx } from '@assay/store';
import { recordChange } from '../account/audit.ts';
import type { Assay } from '../support/context.ts';
import { operation, type Services, writeOperation } from '../support/operation.ts';
import { conflict } from '../support/refusals.ts';
import { accountRow } from '../support/row-name.ts';
import { seal, tryUnseal } from '../support/sealed.ts';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

const insertNew = (assay: Services, tx: Tx, accountId: number, now: number): Promise<boolean> => {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return callbackSecrets.insert(tx, { account_id: accountId, sealed: seal(secret, assay.secret), created_at: now });
};

type Live = { readonly secret: string; readonly created_at: number; readonly expires_at: number | null };

/** `lost`: the one in use was encrypted with another ASSAY_SECRET. */
const listLive = async (
  assay: Services,
  db: Db,
  accountId: number,
  now: number,
): Promise<{ live: Live[]; lost: boolean; none: boolean }> => {
  const rows = await callbackSecrets.listLive(db, accountId, now);
  const live = rows.flatMap((row) => {
    const secret = tryUnseal(row.sealed, assay.secret);
    return secret === undefined ? [] : [{ ...row, secret }];
  });
  const inUse = (list: readonly { expires_at: number | null }[]): boolean => list.some((row) => row.expires_at === null);
  return { live, lost: inUse(rows) && !inUse(live), none: !inUse(rows) };
};

// Not replaced automatically: a process started with a wrong ASSAY_SECRET would take the right secret from all others.
const lostSecret = conflict('The callback secret was encrypted with another ASSAY_SECRET: start with that one again, or rotate the secret');

const ensureLive = async (assay: Assay, accountId: number): Promise<Result<Live[], Refusal>> => {
  const { live, lost, none } = await assay.store.read(async (db) => listLive(assay, db, accountId, await db.now()));
  if (lost) return lostSecret;
  if (!none) return ok(live);
  return assay.store.write(async (tx) => {
    const now = await tx.now();
    await insertNew(assay, tx, accountId, now);
    return ok((await listLive(assay, tx, accountId, now)).live);
  }, accountRow({ accountId }));
};

/** The secrets to sign with, newest first. An account gets its first one when one is first needed. */
export const signingSecrets = async (assay: Assay, accountId: number): Promise<Result<string[], Refusal>> => {
  const live = await ensureLive(assay, accountId);
  return live.ok ? ok(live.value.map(({ secret }) => secret)) : live;
};

const wire = (live: readonly Live[]): CallbackSecrets => {
  const current = live.find(({ expires_at }) => expires_at === null);
  if (current === undefined) throw new Error('an account whose secrets are listed has one in use');
  return {
    current: current.secret,
    secrets: live.map(({ secret, created_at, expires_at }) => ({
      secret,
      createdAt: formatInstant(created_at),
      expiresAt: expires_at === null ? null : formatInstant(expires_at),
    })),
  };
};

/** The secrets that sign the account's callbacks at present, newest first. */
export const listCallbackSecrets = operation(operations.listCallbackSecrets, async ({ assay, accountId }) => {
  const live = await ensureLive(assay, accountId);
  return live.ok ? ok(wire(live.value)) : live;
});

const hour = 60 * 60_000;

/** Each of them adds a signature to every callback. */
const mostLive = 20;

/** Makes a new secret. Callbacks are signed with the earlier one too for `overlapHours`, so that receivers can change over. */
export const rotateCallbackSecret = writeOperation(
  operations.rotateCallbackSecret,
  async (call, { body }) => {
    const { assay, accountId, tx } = call;
    // One rotation at a time: the second of two would neither end the secret of the first nor make one.
    await accounts.lock(tx, accountId);
    const now = await tx.now();
    if (body.overlapHours > 0 && (await callbackSecrets.listLive(tx, accountId, now)).length >= mostLive)
      return conflict(
        `${mostLive} callback secrets sign at present; wait until one expires, or rotate with overlapHours 0 to end them all`,
      );
    await callbackSecrets.expire(tx, accountId, now + body.overlapHours * hour);
    await insertNew(assay, tx, accountId, now);
    await recordChange(call, 'callback-secret.rotated', { overlapHours: body.overlapHours });
    return ok(wire((await listLive(assay, tx, accountId, now)).live));
  },
  { row: accountRow },
);
