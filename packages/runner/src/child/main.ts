import type { ThreadEngine } from '../engines/thread-engine.ts';
import { startChild } from './start-child.ts';

/** An engine knows what it shares with its threads; nobody else looks into it. */
const asEngine = <Shared>(engine: ThreadEngine<Shared>): ThreadEngine<unknown> => engine as ThreadEngine<unknown>;

await startChild(new URL(import.meta.url), {
  embedded: {
    threads: {
      python: async () => asEngine((await import('../engines/python/python.ts')).python),
      quickjs: async () => asEngine((await import('../engines/quickjs/engine.ts')).quickJs),
      ruby: async () => asEngine((await import('../engines/ruby/ruby.ts')).ruby),
      sql: async () => asEngine((await import('../engines/sql/engine.ts')).sql),
    },
  },
  native: { processes: async (offers) => (await import('../engines/native/check.ts')).openNative(offers) },
});
