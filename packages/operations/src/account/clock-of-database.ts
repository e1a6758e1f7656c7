import { type ClockJump, installation, jumpMs } from '@assay/store';
import { z } from 'zod/mini';
import type { Assay } from '../support/context.ts';

type OfDatabase = { readonly assay: Pick<Assay, 'store' | 'timings'> };

const fact = 'clock';
/** A start finds the service's time as it was this long before the last process ended, at most. */
const betweenMarks = 60_000;
/** In which every process reads that the clock was accepted. */
const acceptedFor = 10 * 60_000;

const Known = z.object({
  time: z.number(),
  boot: z.optional(z.string()),
  uptime: z.number(),
  jump: z.optional(z.object({ by: z.number(), since: z.number() })),
  /** A jump that an operator or an hour said is right. */
  accepted: z.optional(z.object({ by: z.number(), at: z.number() })),
});
type Known = z.infer<typeof Known>;

/** What cannot be read is not known. */
const parse = (text: string | undefined): Known | undefined => {
  if (text === undefined) return undefined;
  try {
    return z.parse(Known, JSON.parse(text));
  } catch {
    return undefined;
  }
};

type Marked = Omit<Known, 'boot'> & { readonly boot: string | undefined };

/** Before the first use of a database: its time goes on from where the last process left it. */
export const resumeClock = async ({ assay: { store } }: { readonly assay: Pick<Assay, 'store'> }): Promise<void> => {
  const { clock } = store;
  const known = parse(await store.read((db) => installation.find(db, fact)));
  if (clock === undefined || known === undefined) return;
  clock.resume({ ...known, boot: known.boot }, await clock.reading());
};

/** What a look at the clock found: it has jumped, and is believed from `believedAt` on; or it is right, or became so. */
export type ClockLook =
  | { readonly is: 'right' | 'accepted' }
  | { readonly is: 'jumped'; readonly by: number; readonly believedAt: number; readonly ahead: number };

const isOf = (jump: ClockJump, accepted: Known['accepted']): boolean => accepted !== undefined && Math.abs(accepted.by - jump.by) <= jumpMs;

/** Believes the clock, for all processes of the database. */
const accept = async (store: Assay['store'], by: number): Promise<void> => {
  const { clock } = store;
  clock?.accept();
  await store.write(async (tx) => {
    const at = await tx.now();
    if (clock === undefined) return;
    const marked: Marked = { ...clock.mark(), accepted: { by, at } };
    await installation.replace(tx, fact, JSON.stringify(marked));
  });
};

/**
 * Compares the clock with the time that has passed, and writes down where the service's time is. A jump is shared with all processes, and
 * is over when the clock is right again, when it has kept its distance for an hour, or when it is accepted.
 */
export const checkClock = async ({ assay: { store, timings } }: OfDatabase): Promise<ClockLook> => {
  const { clock } = store;
  if (clock === undefined) return { is: 'right' };
  const { time, found } = await store.read(async (db) => ({ time: await db.now(), found: await installation.find(db, fact) }));
  let now = time;
  const known = parse(found);
  // Another process may have accepted the clock meanwhile, which must not be lost.
  const write = (changes: Pick<Known, 'jump' | 'accepted'>): Promise<boolean> =>
    store.write((tx) => installation.replaceFound(tx, fact, found, JSON.stringify({ ...clock.mark(), ...changes } satisfies Marked)));
  // Others know of a jump: it is over, or this process started after it.
  if (clock.jump === undefined && known?.jump !== undefined) {
    clock.resume({ ...known, boot: known.boot }, await clock.reading());
    now = await store.read((db) => db.now());
  }
  const { jump } = clock;
  if (jump === undefined) {
    const accepted = known?.accepted !== undefined && Math.abs(now - known.accepted.at) < acceptedFor ? { accepted: known.accepted } : {};
    if (known === undefined || known.jump !== undefined || Math.abs(now - known.time) >= betweenMarks) await write(accepted);
    return { is: 'right' };
  }
  if (isOf(jump, known?.accepted) || now - jump.since >= timings.clockHoldMs) {
    await accept(store, jump.by);
    return { is: 'accepted' };
  }
  // Each time: another machine, whose uptime is another one, knows from it by how much the clock is wrong.
  await write({ jump });
  return { is: 'jumped', by: jump.by, believedAt: jump.since + timings.clockHoldMs, ahead: clock.ahead };
};

/** An operator says that the clock is right. Returns by how much it had jumped; undefined: it had not. */
export const acceptClock = async ({ assay: { store } }: { readonly assay: Pick<Assay, 'store'> }): Promise<number | undefined> => {
  await store.read((db) => db.now());
  const jump = store.clock?.jump;
  if (jump !== undefined) await accept(store, jump.by);
  return jump?.by;
};
