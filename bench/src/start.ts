// Time until a server is ready and its memory at rest, compared with bare Node in the same run. `pnpm bench:start [rounds]`
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { start } from './processes.ts';

const rounds = Number(process.argv[2] ?? 11);
/** Multiple of a bare Node server. It was 12 when every module was loaded from its own file at start. */
const ratioGoal = 6;
const megabytesGoal = 130;
const restMilliseconds = 2000;

const server = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const listener = fileURLToPath(new URL('listener.js', import.meta.url));
const run = promisify(execFile);

const megabytesOf = async (pid: number): Promise<number> => {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1024;
};

type Measure = { readonly milliseconds: number; readonly megabytes: number };

const measure = async (script: string, env: Record<string, string>): Promise<Measure> => {
  const from = performance.now();
  const { url, pid, stop } = await start(script, env);
  const { status } = await fetch(`${url}/readyz`);
  const milliseconds = performance.now() - from;
  if (status !== 200) throw new Error(`${script}: /readyz is ${status}`);
  await pause(restMilliseconds);
  const megabytes = await megabytesOf(pid);
  await stop();
  return { milliseconds, megabytes };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  let directories = 0;
  const settings = (dataDirectory: string) => ({
    ASSAY_PORT: '0',
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
} finally {
  await rm(directory, { recursive: true, force: true });
}
