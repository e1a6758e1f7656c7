import { type ClockJump, installation, jumpMs, type Tx } from '@assay/store';
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

const write = (tx: Tx, known: Omit<Known, 'boot'> & { readonly boot: string | undefined }): Promise<void> =>
  installation.replace(tx, fact, JSON.stringify(known));

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
    if (clock !== undefined) await write(tx, { ...clock.mark(), accepted: { by, at } });
  });
};

/**
 * Compares the clock with the time that has passed, and writes down where the service's time is. A jump is shared with the processes that
 * start meanwhile, and is over when the clock is right again, when it has kept its distance for an hour, or when it is accepted.
 */
export const checkClock = async ({ assay: { store, timings } }: OfDatabase): Promise<ClockLook> => {
  const { clock } = store;
  if (clock === undefined) return { is: 'right' };
  const { now, known } = await store.read(async (db) => ({ now: await db.now(), known: parse(await installation.find(db, fact)) }));
  const { jump } = clock;
  if (jump === undefined) {
    const accepted = known?.accepted !== undefined && Math.abs(now - known.accepted.at) < acceptedFor ? { accepted: known.accepted } : {};
    if (known === undefined || known.jump !== undefined || Math.abs(now - known.time) >= betweenMarks)
      await store.write((tx) => write(tx, { ...clock.mark(), ...accepted }));
    return { is: 'right' };
  }
  if (isOf(jump, known?.accepted) || now - jump.since >= timings.clockHoldMs) {
    await accept(store, jump.by);
    return { is: 'accepted' };
  }
  if (known?.jump?.since !== jump.since) await store.write((tx) => write(tx, { ...clock.mark(), jump }));
  return { is: 'jumped', by: jump.by, believedAt: jump.since + timings.clockHoldMs, ahead: clock.ahead };
};

/** An operator says that the clock is right. Returns by how much it had jumped; undefined: it had not. */
export const acceptClock = async ({ assay: { store } }: { readonly assay: Pick<Assay, 'store'> }): Promise<number | undefined> => {
  await store.read((db) => db.now());
  const jump = store.clock?.jump;
  if (jump !== undefined) await accept(store, jump.by);
  return jump?.by;
};
