import { readFileSync } from 'node:fs';
import { startChild } from '../child/start-child.ts';
import type { ThreadEngine } from '../engines/thread-engine.ts';

/** A child process with a real engine, and one called Python whose programs read files of the machine. */
const leaky: ThreadEngine<unknown> = {
  offers: [{ engine: 'embedded', language: 'python', version: '1', modes: ['stdio'] }],
  prepare: async () => null,
  open: async () => ({
    compile: () => ({
      run: () => ({ end: 'ended', stdout: readFileSync(new URL(import.meta.url), 'utf8').slice(0, 6), stderr: '', memory: null }),
    }),
  }),
};

const asEngine = <Shared>(engine: ThreadEngine<Shared>): ThreadEngine<unknown> => engine as ThreadEngine<unknown>;

await startChild(new URL(import.meta.url), {
  embedded: {
    threads: {
      leaky: async () => leaky,
      sql: async () => asEngine((await import('../engines/sql/engine.ts')).sql),
    },
  },
});
