import { apiKeys, type Store } from '@assay/store';

/** How exact `lastUsedAt` is, and how often a key in constant use costs a write. */
export const usePause = 5 * 60_000;

/** When this process last recorded each key, by a clock that is never set back. Holds only keys that exist. */
const recorded = new WeakMap<Store, Map<number, number>>();

/**
 * Records that a key was used: at most one write for each key, process and pause, and one changed row of all processes. No request
 * waits for it, so a failure only leaves the time as it was until the next pause is over.
 */
export const recordUse = async (
  store: Store,
  key: Pick<apiKeys.ApiKey, 'account_id' | 'key_id'>,
  clock: number = performance.now(),
): Promise<void> => {
  const ofStore = recorded.get(store) ?? new Map<number, number>();
  recorded.set(store, ofStore);
  const before = ofStore.get(key.key_id);
  if (before !== undefined && clock - before < usePause) return;
  ofStore.set(key.key_id, clock);
  try {
    await store.write(async (tx) => {
      const at = await tx.now();
      await apiKeys.recordUse(tx, key, { at, unlessSince: at - usePause });
    });
  } catch {
    // The database is away, which the request itself reports.
  }
};
