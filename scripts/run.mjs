// `npm start`, `npm test` and `pnpm trials` from a clean clone; needs only Node >= 20 and npm. Runs pnpm through npx, installs the locked packages, then
// builds and starts, or runs vitest, which builds what the end-to-end tests need. Programs run with the pinned `node` in node_modules,
// whichever version started this script.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, 'node_modules', '.bin');

/** Without the variables that npm sets for its children: they change how pnpm and the programs behave. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|execpath)/.test(name)),
);
environment.TURBO_TELEMETRY_DISABLED = '1';
environment.PATH = `${bin}${delimiter}${process.env.PATH}`;

// What nobody reads any more (`npm start | head -1`) does not stop the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let child;
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping = true;
    child?.kill(signal);
  });

// When npm is stopped it ends the shell between it and this script, and this script gets no signal. A changed parent shows it.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid === parent || stopping) return;
  stopping = true;
  child?.kill('SIGTERM');
}, 250).unref();

/** Runs a program in the foreground. If it fails, exits with its exit code. */
const run = async (message, command, args, { quiet = false } = {}) => {
  if (stopping) process.exit(130);
  if (message) process.stderr.write(`${message}\n`);
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
// CI also tests other versions of Node than the pinned one.
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
  // `--force` rebuilds without the cache; all other arguments are for vitest.
  const args = process.argv.slice(3);
  if (args.includes('--force')) environment.TURBO_FORCE = 'true';
  await run('Testing …', join(bin, 'vitest'), ['run', ...args.filter((argument) => argument !== '--force')]);
} else if (task === 'trials') {
  const filters = process.argv.slice(3).filter((argument) => argument !== '--quick');
  const isQuick = process.argv.includes('--quick');
  environment.TRIALS = isQuick ? 'quick' : 'full';
  const trials = (message, ...args) => run(message, join(bin, 'vitest'), ['run', ...args]);
  if (isQuick || filters.length > 0) await trials('Trying …', ...filters);
  else {
    // These measure: each has the machine for itself.
    const alone = ['fuzz', 'busy', 'under-attack', 'corpus'];
    await trials('Trying …', ...alone.flatMap((name) => ['--exclude', `**/${name}.trial.test.ts`]));
    for (const name of alone) await trials(`Trying ${name} …`, `/${name}.trial`);
  }
} else if (task !== 'install') {
  process.stderr.write('usage: node scripts/run.mjs start|test|trials|install\n');
  process.exit(2);
}
