import type { Store } from '@assay/store';
import { LRUCache } from 'lru-cache';
import { recordChange } from '../account/audit.ts';
import type { Context } from '../support/context.ts';

/** A screen that refreshes, and the pages of a list, count as one read. */
const sameRead = { max: 10_000, ttl: 5 * 60_000 };
const recorded = new WeakMap<Store, LRUCache<string, true>>();

type AnswersRead = { readonly form: 'list' | 'programs' | 'pdf' | 'programs-pdf' | 'excel' | 'bundle' | 'file' } & Readonly<
  Record<string, number | string>
>;

/** Records in the audit who reads answers. Await it before they are shown, so that a failed record shows nothing. */
export const recordAnswersRead = async ({ assay, accountId, key }: Context, read: AnswersRead): Promise<void> => {
  const ofStore = recorded.get(assay.store) ?? new LRUCache<string, true>(sameRead);
  recorded.set(assay.store, ofStore);
  const name = JSON.stringify([accountId, key?.keyId ?? null, read]);
  if (ofStore.has(name)) return;
  await assay.store.write((tx) => recordChange({ tx, accountId, key }, 'answers.read', read));
  ofStore.set(name, true);
};
