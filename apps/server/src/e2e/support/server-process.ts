import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Timings } from '@assay/operations';
import { test } from 'vitest';
import { AssayProcess, type Environment } from './assay-process.ts';
import { type Answering, Receiver } from './receiver.ts';
import { keepSelfTests, recallSelfTests } from './self-tests.ts';

export type { Environment } from './assay-process.ts';

/** For processes that would otherwise keep a test waiting for their leases and grace. */
export const withTimings = (timings: Partial<Timings>): Environment => ({ ASSAY_TEST_TIMINGS: JSON.stringify(timings) });

/** What `pnpm --filter @assay/server start` and `pnpm --filter @assay/worker start` run. */
const serverMain = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const runnerMain = fileURLToPath(new URL('../../../../runner/dist/main.js', import.meta.url));
const workerMain = fileURLToPath(new URL('../../../../worker/dist/main.js', import.meta.url));

/** The self-test of engines takes more of a start than all else. */
const usual: Environment = { ASSAY_RUNNER: 'none' };

/** For tests that run programs. Not `auto`: each machine offers other native languages. */
export const withLanguages: Environment = { ASSAY_RUNNER: 'embedded' };

/** One process of the server as it was built. */
export class ServerProcess extends AssayProcess {
  constructor(environment: Environment) {
    super(serverMain, [], environment);
  }

  /** Resolves when the banner is complete. */
  async ready(): Promise<this> {
    await this.told('Ctrl-C stops it.');
    return this;
  }

  get url(): string {
    const [, url] = /Assay is running at (\S+)/.exec(this.stdout) ?? [];
    if (url === undefined) throw this.fault('the banner has no URL');
    return url;
  }

  /** The key that a first start made and told. */
  get newKey(): string {
    const [, key] = /API key {3}(\S+) {3}\(shown only this once/.exec(this.stdout) ?? [];
    if (key === undefined) throw this.fault('the banner has no new key');
    return key;
  }
}

/** One process of the worker alone. */
class WorkerProcess extends AssayProcess {
  constructor(environment: Environment) {
    super(workerMain, [], environment);
  }

  async ready(): Promise<this> {
    await this.told('the worker runs');
    return this;
  }

  /** The sum of the series in its own `/metrics` that begin with `prefix`. */
  async count(prefix: string): Promise<number> {
    const [, url] = /"health":"([^"]+)"/.exec(this.stderr) ?? [];
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n').filter((line) => line.startsWith(prefix));
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  }
}

/** What an operator's command printed and its exit code. */
export type Command = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The processes, receivers and data directories of one test. */
export class Servers {
  readonly #processes: AssayProcess[] = [];
  readonly #receivers: Receiver[] = [];
  readonly #directories: string[] = [];
  readonly #ends: (() => void)[] = [];

  /** When the test runner itself is ended in the middle. */
  readonly #abandon = (): void => {
    for (const end of this.#ends) end();
    for (const one of this.#processes) one.signal('SIGKILL');
    for (const directory of this.#directories) rmSync(directory, { recursive: true, force: true });
  };

  constructor() {
    process.once('exit', this.#abandon);
  }

  /** For processes of a test's own. */
  onDispose(end: () => void): void {
    this.#ends.push(end);
  }

  /** An empty data directory. */
  async directory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
    this.#directories.push(directory);
    return directory;
  }

  #add<Process extends AssayProcess>(one: Process): Process {
    this.#processes.push(one);
    return one;
  }

  /** A process that may or may not come up. A free port, unless the environment says otherwise. */
  spawn(environment: Environment): ServerProcess {
    return this.#add(new ServerProcess({ ASSAY_PORT: '0', ...usual, ...environment }));
  }

  async start(environment: Environment): Promise<ServerProcess> {
    await this.#recall(environment);
    return this.spawn(environment).ready();
  }

  async #recall({ ASSAY_DATA_DIR: directory, ASSAY_RUNNER: runner }: Environment): Promise<void> {
    if (directory !== undefined && runner === withLanguages.ASSAY_RUNNER) await recallSelfTests(directory);
  }

  /** A worker alone, that sees what servers with `ASSAY_WORKER=apart` leave to it. */
  async startWorker(environment: Environment): Promise<WorkerProcess> {
    await this.#recall(environment);
    return this.#add(new WorkerProcess({ ...usual, ...environment })).ready();
  }

  /** Server, worker and runner whose streams both go to one file descriptor: what they say there says nothing of whether they run. */
  spawnSilent(
    program: 'server' | 'worker' | 'runner',
    environment: Environment,
    streams: number,
    args: readonly string[] = [],
  ): AssayProcess {
    const main = { server: serverMain, worker: workerMain, runner: runnerMain }[program];
    return this.#add(new AssayProcess(main, args, { ...usual, ...environment }, streams));
  }

  /** A runner process that may or may not come up. */
  spawnRunner(environment: Environment): AssayProcess {
    return this.#add(new AssayProcess(runnerMain, [], environment));
  }

  /** `assay-server <args>` to its end. */
  async command(environment: Environment, ...args: string[]): Promise<Command> {
    const one = this.#add(new AssayProcess(serverMain, args, environment));
    const { code } = await one.ended();
    return { code, stdout: one.stdout, stderr: one.stderr };
  }

  /** A receiver of callbacks; without `answering` it answers 204 to all. */
  async receiver(answering?: Answering): Promise<Receiver> {
    const receiver = await Receiver.listen(answering);
    this.#receivers.push(receiver);
    return receiver;
  }

  async dispose(): Promise<void> {
    for (const end of this.#ends) end();
    await Promise.all(this.#processes.map((one) => one.kill()));
    await Promise.all(this.#receivers.map((one) => one.close()));
    for (const directory of this.#directories) await keepSelfTests(directory);
    await Promise.all(this.#directories.map((directory) => rm(directory, { recursive: true, force: true })));
    process.off('exit', this.#abandon);
  }

  /** What the processes wrote, for a test that failed. */
  get output(): string {
    return this.#processes.map(({ stderr }, index) => `--- stderr of process ${index + 1}\n${stderr.slice(-4000)}`).join('\n');
  }
}

/** `it` with `servers`: whatever a test starts is ended and removed after it, also when it fails. */
export const it = test.extend('servers', async ({ task }, { onCleanup }) => {
  const servers = new Servers();
  onCleanup(async () => {
    await servers.dispose();
    if (task.result?.state === 'fail') process.stderr.write(`${task.name}\n${servers.output}\n`);
  });
  return servers;
});
