import type { Memory } from '@assay/runner';
import { installation, type Store } from '@assay/store';
import { z } from 'zod/mini';

/** What the fingerprint does not show, a start finds after this time. */
const rememberedMs = 24 * 3_600_000;

const modes = z.enum(['stdio', 'function', 'harness', 'sql']);
const Offers = z.array(
  z.object({
    engine: z.string(),
    language: z.enum(['python', 'javascript', 'typescript', 'ruby', 'sql']),
    version: z.string(),
    modes: z.array(modes),
  }),
);
const Passed = z.object({ offers: Offers, testedAt: z.iso.datetime() });
/** By fingerprint, and by language within it. */
const Remembered = z.record(z.string(), z.record(z.string(), Passed));
type Remembered = z.infer<typeof Remembered>;

/** Those of a day; what cannot be read was not there: all is tried again. */
const freshIn = (text: string | undefined, now: number): Remembered => {
  const isFresh = ({ testedAt }: z.infer<typeof Passed>): boolean => {
    const age = now - Date.parse(testedAt);
    return age >= 0 && age < rememberedMs;
  };
  const fresh = (all: Remembered[string]) => Object.fromEntries(Object.entries(all).filter(([, passed]) => isFresh(passed)));
  try {
    const all = Object.entries(z.parse(Remembered, JSON.parse(text ?? '{}'))).map(([print, of]) => [print, fresh(of)] as const);
    return Object.fromEntries(all.filter(([, of]) => Object.keys(of).length > 0));
  } catch {
    return {};
  }
};

/**
 * Self-tests of a day, in the database: servers and workers of a machine share it, whatever directories they have. Who could write a false
 * one there could as well change every grade. Of two that are written at the same time one may be lost: it is tried again.
 */
export const selfTestsIn = (store: Store): Memory => ({
  read: async (fingerprint) =>
    store.read(async (db) => Object.values(freshIn(await installation.find(db, 'self-tests'), await db.now())[fingerprint] ?? {})),
  write: (fingerprint, language, offers) =>
    store.write(async (tx) => {
      const now = await tx.now();
      const all = freshIn(await installation.find(tx, 'self-tests'), now);
      const passed = { offers: offers.map((offer) => ({ ...offer, modes: [...offer.modes] })), testedAt: new Date(now).toISOString() };
      const of = { ...all[fingerprint], [language]: passed };
      await installation.replace(tx, 'self-tests', JSON.stringify({ ...all, [fingerprint]: of }));
    }),
});
