import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { until } from './until.ts';

/** What `pnpm --filter @assay/server start` runs. */
const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

export type Environment = Record<`ASSAY_${string}`, string>;
export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Nothing of the outer settings; NODE_OPTIONS could make the process load the sources instead of what was built. */
const environmentOf = (given: Environment): NodeJS.ProcessEnv => {
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('ASSAY_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(outer), ...given };
};

/** One process of the server as it was built. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<Exit>;
  #exit: Exit | undefined;
  stdout = '';
  stderr = '';

  constructor(environment: Environment) {
    this.#child = spawn(process.execPath, [main], { env: environmentOf(environment), stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#closed = once(this.#child, 'close').then(([code, signal]) => {
      this.#exit = { code, signal };
      return this.#exit;
    });
  }

  #fault(what: string): Error {
    return new Error(`${what}\nexit: ${JSON.stringify(this.#exit)}\nstdout: ${this.stdout}\nstderr: ${this.stderr}`);
  }

  /** Resolves when the banner is complete. */
  async ready(): Promise<this> {
    try {
      await until('the banner', () => {
        if (this.#exit !== undefined) throw new Error('the server ended before it was ready');
        return this.stdout.includes('Ctrl-C stops it.') || undefined;
      });
    } catch (error) {
      throw this.#fault(String(error));
    }
    return this;
  }

  get url(): string {
    const [, url] = /Assay is running at (\S+)/.exec(this.stdout) ?? [];
    if (url === undefined) throw this.#fault('the banner has no URL');
    return url;
  }

  /** The key that a first start made and told. */
  get newKey(): string {
    const [, key] = /API key {3}(\S+) {3}\(shown only this once/.exec(this.stdout) ?? [];
    if (key === undefined) throw this.#fault('the banner has no new key');
    return key;
  }

  /** Log lines of level error and above. */
  get errors(): string[] {
    return this.stderr.split('\n').filter((line) => /"level":[56]0/.test(line));
  }

  /** Whichever way it ends; a process that does not end is killed and fails. */
  async ended(seconds = 15): Promise<Exit> {
    const overdue = setTimeout(() => this.#child.kill('SIGKILL'), seconds * 1000);
    const exit = await this.#closed;
    clearTimeout(overdue);
    if (exit.signal === 'SIGKILL' && !this.#killed) throw this.#fault(`the server did not end within ${seconds} s`);
    return exit;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** SIGTERM and the exit it leads to. */
  stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.ended();
  }

  #killed = false;
  /** kill -9: sent at once; resolves when the process is gone. */
  kill(): Promise<Exit> {
    this.#killed = true;
    this.signal('SIGKILL');
    return this.#closed;
  }
}

/** The processes and data directories of one test. */
export class Servers {
  readonly #processes: ServerProcess[] = [];
  readonly #directories: string[] = [];

  /** When the test runner itself is ended in the middle. */
  readonly #abandon = (): void => {
    for (const server of this.#processes) server.signal('SIGKILL');
    for (const directory of this.#directories) rmSync(directory, { recursive: true, force: true });
  };

  constructor() {
    process.once('exit', this.#abandon);
  }

  /** An empty data directory. */
  async directory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
    this.#directories.push(directory);
    return directory;
  }

  /** A process that may or may not come up. A free port, unless the environment says otherwise. */
  spawn(environment: Environment): ServerProcess {
    const server = new ServerProcess({ ASSAY_PORT: '0', ...environment });
    this.#processes.push(server);
    return server;
  }

  start(environment: Environment): Promise<ServerProcess> {
    return this.spawn(environment).ready();
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#processes.map((server) => server.kill()));
    await Promise.all(this.#directories.map((directory) => rm(directory, { recursive: true, force: true })));
    process.off('exit', this.#abandon);
  }

  /** What the processes wrote, for a test that failed. */
  get output(): string {
    return this.#processes.map(({ stderr }, index) => `--- stderr of server ${index + 1}\n${stderr.slice(-4000)}`).join('\n');
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
