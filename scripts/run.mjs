// `npm start` and `npm test` from a clean clone: needs only Node >= 20 and npm. Brings pnpm, installs what the lockfile says,
// then builds and runs; the tests build by themselves, beside those that need no build. `node` in node_modules is the pinned runtime, so that it does not matter which one started this script.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, 'node_modules', '.bin');

/** Variables that npm sets for its own children would change how pnpm and the programs behave. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|execpath)/.test(name)),
);
environment.TURBO_TELEMETRY_DISABLED = '1';
environment.PATH = `${bin}${delimiter}${process.env.PATH}`;

let child;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping = true;
    child?.kill(signal);
  });

// npm ends the shell between it and this script without a word to us: a new parent means that we were meant.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid === parent || stopping) return;
  stopping = true;
  child?.kill('SIGTERM');
}, 250).unref();

/** Runs a program in the foreground; ends this one with its exit code when it fails. */
const run = async (what, command, args, { quiet = false } = {}) => {
  if (stopping) process.exit(130);
  if (what) process.stderr.write(`${what}\n`);
  const output = [];
  child = spawn(command, args, { cwd: root, env: environment, stdio: quiet ? ['inherit', 'pipe', 'pipe'] : 'inherit' });
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => resolve(exit ?? (signal === 'SIGINT' ? 130 : 143)));
  });
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  process.exit(code);
};

const task = process.argv[2];
await run('Installing packages (the first time takes a minute) …', 'npx', ['-y', packageManager, 'install', '--frozen-lockfile'], {
  quiet: true,
});
// CI tries other versions of Node than the pinned one.
if (process.env.USE_SYSTEM_NODE) {
  rmSync(join(bin, 'node'));
  symlinkSync(process.execPath, join(bin, 'node'));
}
if (task === 'start') {
  await run(
    'Building …',
    join(bin, 'turbo'),
    ['run', 'build', '--filter=@assay/server', '--filter=@assay/cli', '--output-logs=errors-only'],
    { quiet: true },
  );
  await run('', join(bin, 'node'), [join('apps', 'server', 'dist', 'main.js')]);
} else if (task === 'test') {
  // `--force` builds again what is built already; everything else is for vitest.
  const given = process.argv.slice(3);
  if (given.includes('--force')) environment.TURBO_FORCE = 'true';
  await run('Testing …', join(bin, 'vitest'), ['run', ...given.filter((argument) => argument !== '--force')]);
} else if (task !== 'install') {
  process.stderr.write('usage: node scripts/run.mjs start|test|install\n');
  process.exit(2);
}
