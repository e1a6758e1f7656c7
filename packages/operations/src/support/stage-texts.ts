import type { LargeText } from '@assay/domain';
import { largeTexts, type Store } from '@assay/store';
import { partsOf } from '../rendering/large-text.ts';

type Staged = { readonly store: Store; readonly accountId: number };

/** Parts of a transaction: with more, its COMMIT alone keeps the event loop busy for long. */
const partsAtOnce = 4;
/** Heads of a transaction. */
const headsAtOnce = 200;

const isLarge = (text: string | LargeText): text is LargeText => typeof text !== 'string';

const inBatches = function* <Value>(values: Iterable<Value>, size: number): Generator<readonly Value[]> {
  let batch: Value[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

const allParts = function* (texts: readonly LargeText[]) {
  for (const text of texts) {
    let part = 0;
    for (const content of partsOf(text)) {
      yield { digest: text.digest, part, content };
      part += 1;
    }
  }
};

/**
 * Writes large texts before the transaction that names them, some rows at a time, between which others write: 12 MB in one statement keep the
 * event loop busy for 140 ms, and their COMMIT for 60. Written twice they are the same; what nobody names is forgotten after a day.
 */
export const stageTexts = async ({ store, accountId }: Staged, texts: readonly (string | LargeText)[]): Promise<void> => {
  const large = texts.filter(isLarge);
  for (const batch of inBatches(large, headsAtOnce))
    await store.write(async (tx) => {
      const now = await tx.now();
      for (const { digest } of batch) await largeTexts.stage(tx, { accountId, digest, now });
    });
  for (const batch of inBatches(allParts(large), partsAtOnce))
    await store.write(async (tx) => {
      for (const part of batch) await largeTexts.putPart(tx, { accountId, ...part });
    });
};
