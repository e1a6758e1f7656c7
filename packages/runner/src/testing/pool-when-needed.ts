import { openRunner } from '../pool/open-runner.ts';
import type { Runner } from '../pool/runner.ts';

const child = new URL('../child/main.ts', import.meta.url);

/** The real pool of child processes, for the suites that run a program: the others start none. */
export class PoolWhenNeeded {
  #opening: Promise<Runner> | undefined;

  #open(): Promise<Runner> {
    this.#opening ??= openRunner({ child, size: 1 });
    return this.#opening;
  }

  offers = async () => (await this.#open()).offers();
  size = async () => (await this.#open()).metrics().gauges.sizeOfOthers;
  run: Runner['run'] = async (program, ...others) => (await this.#open()).run(program, ...others);

  async close(): Promise<void> {
    await (await this.#opening)?.close();
    this.#opening = undefined;
  }
}
