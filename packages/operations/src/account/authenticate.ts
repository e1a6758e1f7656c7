import { err, formatInstant, type Grant, ok, parseGrants, refusal } from '@assay/domain';
import { apiKeys, type Store } from '@assay/store';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { hashApiKey } from '../support/tokens.ts';
import { earlierEnd } from './issue-key.ts';
import { recordUse } from './record-use.ts';

const known = new Map<string, ReadonlySet<Grant>>();

/** Scopes are stored as text; few different texts exist, so each is parsed once. */
const grantsOf = (text: string): ReadonlySet<Grant> => {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const granted = parseGrants(text);
  known.set(text, granted);
  return granted;
};

const refused = err(refusal('request.unauthenticated', 'Send a valid API key in the header x-api-key'));
// Only a caller with the whole key learns this.
const expired = (at: number) => err(refusal('request.unauthenticated', `This API key expired at ${formatInstant(at)}; send another one`));

type Found = { readonly key: NonNullable<Awaited<ReturnType<typeof apiKeys.findByHash>>>; readonly now: number } | undefined;

/** Look-ups that have not begun, by key. */
const waiting = new WeakMap<Store, Map<string, Promise<Found>>>();

/**
 * Looks a key up, once for all requests that arrive before the look-up begins: on SQLite, all of one turn of the event loop. One that
 * has begun is not shared, because the key may have been revoked since.
 */
const findKey = (store: Store, apiKey: string): Promise<Found> => {
  const ofStore = waiting.get(store) ?? new Map<string, Promise<Found>>();
  waiting.set(store, ofStore);
  const shared = ofStore.get(apiKey);
  if (shared !== undefined) return shared;
  let begun = false;
  const begin = (): void => {
    begun = true;
    ofStore.delete(apiKey);
  };
  const found = store.read(async (db): Promise<Found> => {
    begin();
    const key = await apiKeys.findByHash(db, hashApiKey(apiKey));
    if (key === undefined) return undefined;
    // The clock is read only for a key that ends: on Postgres that is a query.
    return { key, now: key.revoked_at === null && key.expires_at === null ? 0 : await db.now() };
  });
  if (begun) return found;
  ofStore.set(apiKey, found);
  // A database that is away refuses before it begins.
  found.catch(begin);
  return found;
};

/** Finds the account of an API key. Looked up again for later requests, so that a revoked key ends at once on every process. */
export const authenticate = async ({ assay, apiKey }: { assay: Assay; apiKey: string | undefined }): Outcome<Context> => {
  if (apiKey === undefined || apiKey === '') return refused;
  const found = await findKey(assay.store, apiKey);
  if (found === undefined) return refused;
  const { key, now } = found;
  if (key.revoked_at !== null && key.revoked_at <= now) return refused;
  if (key.expires_at !== null && key.expires_at <= now) return expired(key.expires_at);
  void recordUse(assay.store, key);
  const { account_id: accountId, key_id: keyId, first_key_id: firstKeyId, name } = key;
  const endsAt = earlierEnd(key.expires_at, key.revoked_at);
  return ok({
    assay,
    accountId,
    scopes: grantsOf(key.scopes),
    key: { keyId, endsAt, name, ...(firstKeyId === null ? {} : { firstKeyId }) },
  });
};
