// Start time of the terminal, in a pty and as a command, compared with `node -e 0` in the same run. `pnpm bench:terminal [rounds]`
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { type Started, start } from './processes.ts';

const rounds = Number(process.argv[2] ?? 11);
const frameGoal = 400;
const helpGoal = 150;
const timeoutMilliseconds = 20_000;

const apiKey = 'bench-key-0123456789abcdef0123456789';
const server = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const assay = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const ptyProgram = 'script';
const run = promisify(execFile);

const requireScript = async (): Promise<void> => {
  const { stdout } = await run(ptyProgram, ['--version']).catch(() => ({ stdout: '' }));
  if (!stdout.includes('util-linux')) throw new Error(`A pty is made by \`${ptyProgram}\` of util-linux, which is not installed here.`);
};

const seed = async ({ url }: Started): Promise<void> => {
  const questions = [{ kind: 'single-choice', prompt: 'Which?', options: [{ text: 'this', correct: true }, { text: 'that' }] }];
  for (let index = 1; index <= 30; index += 1) {
    const response = await fetch(`${url}/manage/v1/tests`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bench test ${index}`, duration: 60, sections: [{ name: 'Only', questions }] }),
    });
    if (!response.ok) throw new Error(`test ${index}: ${response.status} ${await response.text()}`);
  }
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds from start to end of a Node process. */
const timeOf = async (args: readonly string[], env: Environment): Promise<number> => {
  const from = performance.now();
  await run(process.execPath, args, { env });
  return performance.now() - from;
};

type Shown = { readonly frame: number; readonly tests: number };

/** Opens the screens in an 80×24 pty and quits. Returns the milliseconds from the start to the first text and to the list of tests. */
const openScreens = async (env: Environment): Promise<Shown> => {
  // The measurement starts when the shell in the pty replaces itself by Node.
  const inside = `stty rows 24 cols 80 -echo && echo ready && read -r go && exec "${process.execPath}" "${assay}"`;
  const pty = spawn(ptyProgram, ['--quiet', '--return', '--flush', '--command', inside, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: timeoutMilliseconds,
  });
  const ended = once(pty, 'exit');
  let output = '';
  let from = Number.NaN;
  let frame = Number.NaN;
  let tests = Number.NaN;
  for await (const chunk of pty.stdout.setEncoding('utf8')) {
    output += chunk;
    const text = stripVTControlCharacters(output);
    if (Number.isNaN(from) && text.includes('ready')) {
      output = '';
      from = performance.now();
      pty.stdin.write('\n');
    } else {
      if (Number.isNaN(frame) && text.trim() !== '') frame = performance.now() - from;
      if (Number.isNaN(tests) && text.includes('Bench test 30')) {
        tests = performance.now() - from;
        pty.stdin.write('q');
      }
    }
  }
  const [code] = await ended;
  if (code !== 0 || Number.isNaN(tests)) throw new Error(`the screens ended with ${code}:\n${stripVTControlCharacters(output)}`);
  return { frame, tests };
};

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;

await requireScript();
const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  const service = await start(server, { ASSAY_PORT: '0', ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey, ASSAY_LOG_LEVEL: 'warn' });
  await seed(service);
  const env: Environment = {
    ...process.env,
    ASSAY_URL: service.url,
    ASSAY_API_KEY: apiKey,
    TERM: 'xterm-256color',
    // In CI, Ink draws only the last frame.
    CI: 'false',
  };
  const measures: Readonly<Record<string, () => Promise<Readonly<Record<string, number>>>>> = {
    node: async () => ({ 'node -e 0': await timeOf(['-e', '0'], env) }),
    help: async () => ({ 'assay --help': await timeOf([assay, '--help'], env) }),
    list: async () => ({ 'assay tests list': await timeOf([assay, 'tests', 'list'], env) }),
    screens: async () => {
      const { frame, tests } = await openScreens(env);
      return { 'assay, first frame': frame, 'assay, tests on the screen': tests };
    },
  };

  const times = new Map<string, number[]>();
  // Round 0 fills the disk caches and is not measured.
  for (let round = 0; round <= rounds; round += 1)
    for (const measure of Object.values(measures))
      for (const [name, time] of Object.entries(await measure())) if (round > 0) times.set(name, [...(times.get(name) ?? []), time]);
  await service.stop();

  console.log(`medians of ${rounds} alternating rounds; Node ${process.version}`);
  const medians = new Map([...times].map(([name, all]) => [name, median(all)]));
  const bare = medians.get('node -e 0') ?? Number.NaN;
  for (const [name, time] of medians)
    console.log(`${name.padEnd(38)}${time.toFixed(0).padStart(6)} ms   ratio ${(time / bare).toFixed(2).padStart(5)}`);
  const printGoal = (name: string, goal: number): void =>
    console.log(`${name} under ${goal} ms: ${(medians.get(name) ?? Number.NaN) < goal ? 'OK' : 'over'}`);
  printGoal('assay --help', helpGoal);
  printGoal('assay, first frame', frameGoal);
} finally {
  await rm(directory, { recursive: true, force: true });
}
