import type { CodeRunner } from '../support/context.ts';

/** Runs nothing: a program prints the digits of its source. For tests of what happens around the programs. */
export const printingRunner: CodeRunner = {
  offers: async () => [
    { engine: 'embedded', language: 'javascript', version: '2025', modes: ['stdio'] },
    { engine: 'embedded', language: 'python', version: '3.14', modes: ['stdio'] },
  ],
  size: async () => 2,
  run: async ({ source, tasks }) => ({
    runs: tasks.map(() => ({ end: 'ended', stdout: source.replace(/\D/g, ''), stderr: '', seconds: 0.1, memory: 8 })),
  }),
};
