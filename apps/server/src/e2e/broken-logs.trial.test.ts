import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, until } from '@assay/testing';
import { afterAll, describe } from 'vitest';
import { type Api, apiOf } from './support/api.ts';
import type { AssayProcess } from './support/assay-process.ts';
import { breakDisk, buildFailingDisk, mendDisk, onFailingDisk } from './support/failing-disk.ts';
import { call } from './support/http.ts';
import { type Environment, it, type Servers, withLanguages } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'logs-logs-logs-logs-logs-logs-logs-logs';
const runnerKey = 'runner-key-runner-key-runner-key-runner';
const graceful = { code: 0, signal: null };

const disk = await buildFailingDisk();
afterAll(() => disk?.remove());

/** Lines of the log, or none of it: nothing is half a line. */
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const notices = (lines: readonly Record<string, unknown>[]): unknown[] =>
  lines.map(({ missing }) => missing).filter((missing) => missing !== undefined);

const dropped = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^assay_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
};

/** A pipe whose reader is the test. */
const openPipe = async (servers: Servers) => {
  const path = join(await servers.directory(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  /** All that is there; '' also while there is nothing. */
  const read = (): string => {
    const bytes = Buffer.alloc(1 << 20);
    try {
      return bytes.toString('utf8', 0, readSync(reader, bytes));
    } catch {
      return '';
    }
  };
  return { reader, writer, read };
};

const echo = {
  kind: 'coding',
  prompt: 'Echo.',
  languages: ['python'],
  cases: [{ input: 'x', output: 'x' }],
  solution: { python: 'print(input())' },
};
const codingTest = { name: 'Code', duration: 30, sections: [{ name: 'One', questions: [echo] }] };

type Place = { readonly streams: number; readonly environment: Environment };

/** All three programs with one broken log. */
class Installation {
  readonly #servers: Servers;
  readonly #place: Place;
  readonly url: string;
  readonly workerUrl: string;
  readonly api: Api;
  #all: { server: AssayProcess; worker: AssayProcess } | undefined;

  constructor(servers: Servers, place: Place, ports: readonly [number, number]) {
    this.#servers = servers;
    this.#place = place;
    this.url = `http://127.0.0.1:${ports[0]}`;
    this.workerUrl = `http://127.0.0.1:${ports[1]}`;
    this.api = apiOf(this, apiKey);
  }

  async start(): Promise<this> {
    const { streams, environment } = this.#place;
    const common = { ASSAY_DATA_DIR: await this.#servers.directory(), ASSAY_API_KEY: apiKey, ASSAY_LOG_LEVEL: 'debug', ...environment };
    const [, port, workerPort] = [this, this.url, this.workerUrl].map((one) => new URL(String(one), 'http://x').port);
    const own = { ASSAY_WORKER: 'apart', ASSAY_PORT: String(port), ASSAY_RUNNER_KEY: runnerKey };
    const server = this.#servers.spawnSilent('server', { ...common, ...own }, streams);
    await this.#up(this.url);
    const worker = this.#servers.spawnSilent('worker', { ...common, ASSAY_WORKER_PORT: String(workerPort) }, streams);
    await this.#up(this.workerUrl);
    this.#all = { server, worker };
    return this;
  }

  #up(url: string): Promise<unknown> {
    return until(`${url} to answer`, () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      ),
    );
  }

  /** Starts a runner, has it run a program, and ends it. */
  async runs(): Promise<unknown> {
    const runner = this.#servers.spawnSilent(
      'runner',
      { ...withLanguages, ASSAY_URL: this.url, ASSAY_RUNNER_KEY: runnerKey },
      this.#place.streams,
    );
    await until('a program to be run', async () => {
      const imported = await call(`${this.url}/manage/v1/tests`, { method: 'POST', key: apiKey, body: codingTest });
      return imported.status === 200 || undefined;
    });
    return runner.stop();
  }

  get #running() {
    if (this.#all === undefined) throw new Error('nothing runs before `start`');
    return this.#all;
  }

  stopWorker = () => this.#running.worker.stop();
  stopServer = () => this.#running.server.stop();
}

const install = async (servers: Servers, streams: number, environment: Environment = {}) =>
  new Installation(servers, { streams, environment }, [await freePort(), await freePort()]).start();

it('a command of the operator ends as it would where nobody reads what it prints, and fails where that cannot be kept', async ({
  servers,
  expect,
}) => {
  const { reader, writer } = await openPipe(servers);
  closeSync(reader);
  const environment = { ASSAY_DATA_DIR: await servers.directory() };
  const create = ['accounts', 'create', '--name', 'B', '--email', 'b@b.example'];
  expect(await servers.spawnSilent('server', environment, writer, create).ended()).toEqual(graceful);
  expect(await servers.spawnSilent('server', environment, openSync('/dev/full', 'w'), create).ended()).toEqual({ code: 1, signal: null });
  const { stdout } = await servers.command(environment, 'accounts', 'list', '--json');
  expect(JSON.parse(stdout)).toHaveLength(2);
});

describe('a log that cannot be written neither stops nor delays the service', { concurrent: true }, () => {
  it('when its reader has gone', async ({ servers, expect }) => {
    const { reader, writer } = await openPipe(servers);
    closeSync(reader);
    const installation = await install(servers, writer);
    expect(await installation.runs()).toEqual(graceful);
    await installation.api.importTest(smallTestFile(1));
    expect(await dropped(installation.url)).toBeGreaterThan(0);
    expect(await dropped(installation.workerUrl)).toBeGreaterThan(0);
    expect(await installation.stopWorker()).toEqual(graceful);
    expect(await installation.stopServer()).toEqual(graceful);
  });

  it('when its reader has stopped: the log goes on where it reads again, and says how many lines are missing', async ({
    servers,
    expect,
  }) => {
    const { writer, read } = await openPipe(servers);
    // All that a pipe holds.
    writeSync(writer, '\n'.repeat(65_536));
    const installation = await install(servers, writer);
    expect(await installation.runs()).toEqual(graceful);
    expect(await installation.stopWorker()).toEqual(graceful);
    await until('lines to be dropped', async () => {
      await Promise.all(Array.from({ length: 100 }, () => fetch(`${installation.url}/healthz`)));
      return (await dropped(installation.url)) > 0 || undefined;
    });
    let text = '';
    const [said] = await until('the log to go on', () => {
      text += read();
      const all = notices(linesOf(text.slice(0, text.lastIndexOf('\n'))));
      return all.length > 0 ? all : undefined;
    });
    expect(said).toBe(await dropped(installation.url));
    expect(await installation.stopServer()).toEqual(graceful);
  });

  it.runIf(disk !== undefined)('when it is on one full disk with the data', async ({ servers, expect }) => {
    if (disk === undefined) return;
    const directory = await servers.directory();
    const [data, fault, journal] = ['data', 'fault', 'journal'].map((name) => join(directory, name)) as [string, string, string];
    mkdirSync(data);
    mkdirSync(journal);
    const log = join(data, 'assay.log');
    const environment = { ...onFailingDisk(disk.library, { directory: data, journal, fault }), ASSAY_DATA_DIR: data };
    const installation = await install(servers, openSync(log, 'a'), environment);
    const { testId } = await installation.api.importTest(smallTestFile(1));
    const register = () =>
      call(`${installation.url}/v2/org/tests/${testId}/register`, {
        method: 'POST',
        key: apiKey,
        body: { emailId: 'ana@example.com', fullName: 'Ana' },
      });
    await breakDisk(fault, 'full');
    // SQLite writes in place as long as its log has room.
    await until('a write to be refused', async () => (await register()).status === 503 || undefined);
    const lost = await until('lines to be dropped', async () => (await dropped(installation.url)) || undefined);
    await mendDisk(fault);
    await until('a write to be taken', async () => (await register()).status === 200 || undefined);
    expect(await installation.stopWorker()).toEqual(graceful);
    expect(await installation.stopServer()).toEqual(graceful);
    expect(notices(linesOf(readFileSync(log, 'utf8')))[0]).toBeGreaterThanOrEqual(lost);
  });
});
