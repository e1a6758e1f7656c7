import { embeddedLanguages } from '../engines/check-embedded.ts';
import { openRunner } from '../pool/open-runner.ts';
import type { Runner } from '../pool/runner.ts';

const child = new URL('../child/main.ts', import.meta.url);

let opened: Promise<Runner> | undefined;
const open = (): Promise<Runner> => {
  const check = { passes: async () => true, last: [] };
  const embedded = { name: 'embedded', runs: 'threads', restricted: true, check, passed: embeddedLanguages } as const;
  opened ??= openRunner({ child, size: 1, kinds: [embedded], idleSeconds: 30 });
  return opened;
};

/**
 * The real pool, for the suites that run a program: the others start none. All files of a test process share it, as its engines take
 * seconds to start; its child process ends when no program has run for a while.
 */
export const poolWhenNeeded: Pick<Runner, 'run'> & { offers(): Promise<ReturnType<Runner['offers']>>; size(): Promise<number> } = {
  offers: async () => (await open()).offers(),
  size: async () => (await open()).metrics().gauges.sizeOfOthers,
  run: async (program, ...others) => (await open()).run(program, ...others),
};
