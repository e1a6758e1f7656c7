import { err, ok, refusal, type Scope, scopes } from '@assay/domain';
import { apiKeys } from '@assay/store';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { hashApiKey } from '../support/tokens.ts';

const known = new Map<string, ReadonlySet<Scope>>();

/** Scopes are stored as text; few different texts exist, so each is parsed once. */
const scopesOf = (text: string): ReadonlySet<Scope> => {
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const granted = new Set(scopes.filter((scope) => text.split(' ').includes(scope)));
  known.set(text, granted);
  return granted;
};

const refused = err(refusal('request.unauthenticated', 'Send a valid API key in the header x-api-key'));

/** Finds the account of an API key. Looked up for each request, so that a revoked key ends at once on every process. */
export const authenticate = async ({ assay, apiKey }: { assay: Assay; apiKey: string | undefined }): Outcome<Context> => {
  if (apiKey === undefined || apiKey === '') return refused;
  const key = await assay.store.read(async (db) => {
    const found = await apiKeys.findByHash(db, hashApiKey(apiKey));
    // The clock is read only for a key that expires: on Postgres that is a query.
    return found === undefined || (found.revoked_at !== null && found.revoked_at <= (await db.now())) ? undefined : found;
  });
  if (key === undefined) return refused;
  return ok({ assay, accountId: key.account_id, scopes: scopesOf(key.scopes) });
};
