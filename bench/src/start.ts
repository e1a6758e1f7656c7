// Time until a server answers and its memory at rest, compared with bare Node in the same run; and apart from it what the pool of candidates'
// programs costs, whose processes start and are tried beside it at a lower priority. `pnpm bench:start [rounds]`
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuTime } from './processes.ts';

const rounds = Number(process.argv[2] ?? 11);
/** Multiple of a bare Node server. It was 12 when every module was loaded from its own file at start. */
const ratioGoal = 6;
const megabytesGoal = 130;
const restMilliseconds = 2000;
/** By then all languages have been tried. */
const poolMilliseconds = 20_000;

const server = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const listener = fileURLToPath(new URL('listener.js', import.meta.url));
const run = promisify(execFile);

const megabytesOf = async (pid: number): Promise<number> => {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

type Measure = { readonly milliseconds: number; readonly megabytes: number };

/** Until it answers: the banner comes later, because it names languages that are still tried. */
const measure = async (script: string, env: Record<string, string>, atRest = restMilliseconds, look = megabytesOf): Promise<Measure> => {
  const port = await freePort();
  const from = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, ASSAY_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    for (let isReady = false; !isReady; ) {
      if (child.exitCode !== null || child.pid === undefined) throw new Error(`${script} ended before it was ready`);
      isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!isReady) await pause(2);
    }
    const milliseconds = performance.now() - from;
    await pause(atRest);
    return { milliseconds, megabytes: await look(child.pid ?? 0) };
  } finally {
    const exited = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await exited;
  }
};

const millisecondsOf = async (pid: number): Promise<number> => (await cpuTime(pid)) / 1000;

/** Of the children that still run, the pool's, and of those that ended, which tried native programs. */
const costOfPool = async (pid: number): Promise<string> => {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number);
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const ended = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
  const [running, memory] = await Promise.all([Promise.all(children.map(millisecondsOf)), Promise.all(children.map(megabytesOf))]);
  const sum = (all: readonly number[]): string => all.reduce((total, one) => total + one, 0).toFixed(0);
  return `${sum(running)} ms in ${children.length} processes of ${sum(memory)} MB, ${ended} ms in the self-test of native programs; the server's own ${(await millisecondsOf(pid)).toFixed(0)} ms`;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  let directories = 0;
  const settings = (dataDirectory: string) => ({
    ASSAY_DATA_DIR: join(directory, dataDirectory),
    ASSAY_LOG_LEVEL: 'warn',
  });
  const first = () => {
    directories += 1;
    return settings(`first-${directories}`);
  };
  const measures: Readonly<Record<string, () => Promise<Measure>>> = {
    'Node that listens': () => measure(listener, {}),
    'server, first start': () => measure(server, first()),
    'server, later start': () => measure(server, settings('later')),
    'server, later start, no compile cache': () => measure(server, { ...settings('later'), NODE_DISABLE_COMPILE_CACHE: '1' }),
  };
  const results = new Map<string, Measure[]>();
  // Round 0 fills the disk caches and the compile cache and is not measured.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, once] of Object.entries(measures)) {
      const result = await once();
      if (round > 0) results.set(name, [...(results.get(name) ?? []), result]);
    }

  console.log(`medians of ${rounds} alternating rounds; Node ${process.version}; memory ${restMilliseconds / 1000} s after the start`);
  const medians = new Map(
    [...results].map(([name, all]) => [
      name,
      { milliseconds: median(all.map((one) => one.milliseconds)), megabytes: median(all.map((one) => one.megabytes)) },
    ]),
  );
  const none = { milliseconds: Number.NaN, megabytes: Number.NaN };
  const bare = medians.get('Node that listens') ?? none;
  for (const [name, { milliseconds, megabytes }] of medians)
    console.log(
      `${name.padEnd(38)}${milliseconds.toFixed(0).padStart(6)} ms   ratio ${(milliseconds / bare.milliseconds).toFixed(2).padStart(5)}` +
        `${megabytes.toFixed(0).padStart(6)} MB   ratio ${(megabytes / bare.megabytes).toFixed(2).padStart(5)}`,
    );
  const later = medians.get('server, later start') ?? none;
  const verdict = (met: boolean): string => (met ? 'OK' : 'over');
  console.log(`a later start at most ${ratioGoal} times bare Node: ${verdict(later.milliseconds <= ratioGoal * bare.milliseconds)}`);
  console.log(`at rest at most ${megabytesGoal} MB: ${verdict(later.megabytes <= megabytesGoal)}`);
  await measure(server, first(), poolMilliseconds, async (pid) => {
    console.log(`processor time ${poolMilliseconds / 1000} s after a first start: the pool ${await costOfPool(pid)}`);
    return 0;
  });
} finally {
  await rm(directory, { recursive: true, force: true });
}
