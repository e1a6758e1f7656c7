import type { Store } from '@assay/store';
import { LRUCache } from 'lru-cache';
import { recordChange } from '../account/audit.ts';
import type { Context } from '../support/context.ts';

/** A screen that refreshes, and the pages of a list, are one look. */
const sameLook = { max: 10_000, ttl: 5 * 60_000 };
const recorded = new WeakMap<Store, LRUCache<string, true>>();

type Look = { readonly form: 'list' | 'programs' | 'pdf' | 'programs-pdf' | 'excel' | 'bundle' | 'file' } & Readonly<
  Record<string, number | string>
>;

/** Records who looks at answers. Await it before they are shown: what is not recorded is not seen. */
export const recordLook = async ({ assay, accountId, key }: Context, look: Look): Promise<void> => {
  const ofStore = recorded.get(assay.store) ?? new LRUCache<string, true>(sameLook);
  recorded.set(assay.store, ofStore);
  const name = JSON.stringify([accountId, key?.keyId ?? null, look]);
  if (ofStore.has(name)) return;
  await assay.store.write((tx) => recordChange({ tx, accountId, key }, 'answers.read', look));
  ofStore.set(name, true);
};
