import { openStore } from '../open-store.ts';
import * as accounts from '../repositories/account/accounts.ts';
import { type Store, StoreUnavailable } from '../store.ts';

/**
 * A process of its own for the tests of one file shared by several. It opens the database and says `ready`, writes from `go` on as
 * many rows as it is told (0: until it is killed), says each name once it is acknowledged, and `done` at the end.
 */
export type WriterMessage =
  | { readonly type: 'ready' | 'done' }
  | { readonly type: 'acknowledged'; readonly names: readonly string[] }
  | { readonly type: 'failed'; readonly message: string };

const [file = '', label = '', count = '0'] = process.argv.slice(2);
const perRound = 250;
const say = (message: WriterMessage) =>
  new Promise<void>((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

/** As a process starts: on a busy machine the others hold the lock for longer than one try to open waits. */
const open = async (): Promise<Store> => {
  for (;;) {
    try {
      return await openStore({ engine: 'sqlite', file });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
};

const main = async (): Promise<void> => {
  const store = await open();
  const told = new Promise((resolve) => process.once('message', resolve));
  await say({ type: 'ready' });
  await told;
  for (let written = 0; count === '0' || written < Number(count); written += perRound) {
    const names = Array.from({ length: perRound }, (_, index) => `${label} ${written + index}`);
    const insert = (name: string) => store.write((tx) => accounts.insert(tx, { name, email: '', time_zone_id: 190, created_at: 0 }));
    await Promise.all(names.map(insert));
    await say({ type: 'acknowledged', names });
  }
  await store.close();
  await say({ type: 'done' });
  process.disconnect();
};

main().catch(async (error: unknown) => {
  await say({ type: 'failed', message: String(error) });
  process.exit(1);
});
