import { spawnSync } from 'node:child_process';
import type { Language, Offer } from '../../program.ts';
import type { ProcessEngine } from '../process-engine.ts';
import { findGroups, type Groups } from './cgroups.ts';
import { type Job, launchEnvironment, type Sandbox, serviceDirectories } from './command-line.ts';
import { openCompiled } from './compiled.ts';
import { makeParts, nativeEngine, notRun, runProgram } from './engine.ts';
import { escapes, probesOf } from './escapes.ts';
import { type Outcome, runInSandbox } from './sandbox.ts';
import { type Toolchain, toolchains } from './toolchains.ts';
import { makeWorkspace } from './workspace.ts';

export type NativeCheck = {
  readonly engine: ProcessEngine;
  readonly offers: readonly Offer[];
  /** Why it offers nothing; null when it does. */
  readonly refusal: string | null;
  /** Languages of which nothing is known, because the machine was too busy to try them: another self-test may find them. */
  readonly undecided: readonly Language[];
  /** Each thing that was tried. */
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly detail: string }[];
  /** What is weaker on this machine than it could be. */
  readonly warnings: readonly string[];
};

/**
 * As root, programs run as a user that nobody is: one for each process that holds an engine. Below 60,000, where distributions begin to
 * give ids to services, and far above people; within the 65,536 that a container may have.
 */
const ownUid = (): number | null => (isRoot() ? 59_000 + (process.pid % 1000) : null);
const isRoot = (): boolean => process.getuid?.() === 0;
const machine = process.arch === 'x64' || process.arch === 'arm64' ? process.arch : null;

const noGroups =
  'memory and processes are limited for each process only, not for a whole run: there are no control groups that this process may create. ' +
  'As root they are there by themselves; a systemd service gets them by Delegate=yes and DelegateSubgroup=main';

const job = (command: readonly string[], limits: Partial<Job['limits']> = {}): Job => ({
  command,
  files: {},
  environment: {},
  input: '',
  limits: { seconds: 2, memory: 96, dataOfOne: 256, stack: 8, output: 65_536, processes: 64, disk: 16, ...limits },
});

/** What bubblewrap's own messages mean for an operator. */
const meaning = (message: string): string => {
  const text = message.trim();
  if (/mount proc/i.test(text))
    return `a file system for processes cannot be mounted (${text}): a container that hides parts of /proc needs systempaths=unconfined`;
  if (/creating new namespace|setting up uid map|No permissions|Operation not permitted|Creating new namespace failed/i.test(text))
    return `user namespaces are not allowed here (${text}): see user.max_user_namespaces, kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns, and for a container its seccomp profile`;
  if (/Unknown option/.test(text)) return `bubblewrap 0.8 or newer is needed (${text})`;
  return text === '' ? 'the sandbox ended without a word' : text;
};

const isThere = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore', env: launchEnvironment }).status === 0;

/** Those that another self-test may find when this one did not come to an end. */
export const nativeLanguages: readonly Language[] = toolchains.map(({ language }) => language);

/** Of a run that was to end by itself: a busy machine let it down, which says nothing of the sandbox or of a compiler. */
const isLetDown = ({ stop }: Pick<Outcome, 'stop'>): boolean => stop === 'gave-up' || stop === 'time';

const tooBusy = 'the machine was too busy for its self-test, which is tried again';

const refused = (refusal: string, checks: NativeCheck['checks'] = [], undecided: NativeCheck['undecided'] = []): NativeCheck => ({
  ...{ offers: [], refusal, undecided, checks, warnings: [] },
  engine: {
    offers: async () => [],
    run: async function* ({ tasks }) {
      for (const _ of tasks) yield notRun(refusal);
    },
  },
});

/** Tries `work` in a workspace of its own. */
const inWorkspace = async <Result>(sandbox: Sandbox, work: (path: string) => Promise<Result>): Promise<Result> => {
  const workspace = await makeWorkspace(sandbox);
  try {
    return await work(workspace.path);
  } finally {
    await workspace.remove();
  }
};

const notInstalled = 'not installed below /usr';

/** What it offers, or why it does not. */
const offerOf = async (sandbox: Sandbox, toolchain: Toolchain, signal: AbortSignal): Promise<Offer | string> => {
  const asked = await inWorkspace(sandbox, (path) =>
    runInSandbox(sandbox, path, job(toolchain.ask, { memory: 512, dataOfOne: 2048, seconds: 5 }), signal),
  );
  if (isLetDown(asked)) return tooBusy;
  const version = toolchain.version.exec(`${asked.stdout}${asked.stderr}`)?.[1];
  if (asked.stop !== null || asked.code !== 0 || version === undefined) return notInstalled;
  const tasks = [{ mode: 'stdio', input: 'works\n' }] as const;
  const program = { source: toolchain.echo, tasks, limits: { seconds: 5, memory: 128, output: 4096 } };
  for await (const { end, stdout, stderr } of runProgram(sandbox, { toolchain, version }, null, program, signal)) {
    if (stderr === 'gave-up' || `${end} ${stderr}`.includes('time-limit-exceeded')) return tooBusy;
    if (end !== 'ended' || stdout !== 'works\n') return `${toolchain.name} ${version} failed: ${end} ${stderr.trim()}`;
  }
  return { engine: 'native', language: toolchain.language, version: `${toolchain.name} ${version}`, modes: ['stdio'] };
};

export type CheckOptions = {
  readonly signal?: AbortSignal;
  /** Which languages to try; by default all. */
  readonly languages?: readonly Language[];
  /** Where what was compiled is kept; by default where all engines of this installation look. */
  readonly compiled?: string;
  /** Null: as on a machine without control groups. */
  readonly groups?: Groups | null;
};

/**
 * Finds out what native programs can be run on this machine, by running them: the real command line with `true`, programs that try to get
 * out or to take more than their share, and a program in each language. Nothing is offered unless all of that was held.
 */
export const checkNative = async (options: CheckOptions = {}): Promise<NativeCheck> => {
  const { signal = new AbortController().signal, languages = nativeLanguages } = options;
  if (process.platform !== 'linux') return refused('native programs need Linux');
  if (machine === null) return refused(`native programs need x86-64 or ARM64, not ${process.arch}`);
  const needed = ['bwrap', 'prlimit', ...(isRoot() ? ['setpriv'] : [])].filter((program) => !isThere(program));
  if (needed.includes('bwrap')) return refused('bubblewrap (bwrap) is not installed');
  if (needed.length > 0) return refused(`${needed.join(' and ')} of util-linux is not installed`);

  const groups = options.groups === undefined ? findGroups() : options.groups;
  const sandbox = { groups, uid: ownUid(), machine };
  const run = (what: Job): Promise<Outcome> => inWorkspace(sandbox, (path) => runInSandbox(sandbox, path, what, signal));

  const busy = (checks?: NativeCheck['checks']): NativeCheck => refused(tooBusy, checks, languages);
  const first = await run(job(['true']));
  if (isLetDown(first)) return busy();
  if (first.stop !== null || first.code !== 0) return refused(meaning(first.stderr));

  const checks: { name: string; passed: boolean; detail: string }[] = [];
  const probes = await run(job(['sh', '-c', probesOf(serviceDirectories())]));
  if (isLetDown(probes)) return busy();
  const found = [...probes.stdout.matchAll(/^(held|escaped) (.+)$/gm)];
  for (const [, what, name = ''] of found) checks.push({ name, passed: what === 'held', detail: what ?? '' });
  const finished = probes.stop === null && probes.code === 0;
  checks.push({ name: 'all of these were tried', passed: finished, detail: `${found.length} ${probes.stderr.trim()}`.trim() });
  for (const { name, script, ends, limits, needsGroups } of escapes) {
    if (needsGroups && !groups) continue;
    const outcome = await run(job(['sh', '-c', script], limits));
    if (outcome.stop === 'gave-up') return busy(checks);
    const end = outcome.stop ?? `code ${outcome.code}`;
    checks.push({ name, passed: ends.includes(end), detail: end });
  }
  const after = await run(job(['sh', '-c', 'echo fine; ls -A /tmp /dev/shm | grep -v :']));
  if (isLetDown(after)) return busy(checks);
  checks.push({
    name: 'the next run is right',
    passed: after.stop === null && after.stdout.trim() === 'fine',
    detail: after.stdout.trim(),
  });

  const escaped = checks.filter((check) => !check.passed).map((check) => `${check.name} (${check.detail})`);
  if (escaped.length > 0) return refused(`the sandbox did not hold: ${escaped.join(', ')}`, checks);

  const offered: { readonly toolchain: Toolchain; readonly offer: Offer }[] = [];
  const undecided: Language[] = [];
  for (const toolchain of toolchains.filter(({ language }) => languages.includes(language))) {
    const offer = await offerOf(sandbox, toolchain, signal);
    const isOffer = typeof offer !== 'string';
    if (isOffer) offered.push({ toolchain, offer });
    if (offer === tooBusy) undecided.push(toolchain.language);
    checks.push({ name: `${toolchain.name} (${toolchain.language})`, passed: isOffer, detail: isOffer ? offer.version : offer });
  }
  const compiled = openCompiled(options.compiled);
  for (const { toolchain, offer } of offered) await makeParts(sandbox, { toolchain, version: offer.version }, compiled, signal);
  const failed = checks.filter(({ passed, detail }) => !passed && detail !== notInstalled).map(({ detail }) => detail);
  const none =
    failed.length > 0 ? `no compiler or interpreter works: ${failed.join('; ')}` : 'there is no compiler or interpreter below /usr';
  const refusal = offered.length > 0 ? null : none;
  return {
    engine: nativeEngine(sandbox, offered, compiled),
    offers: offered.map(({ offer }) => offer),
    refusal,
    undecided,
    checks,
    warnings: [...(groups ? [] : [noGroups]), ...undecided.map((language) => `${language}: ${tooBusy}`)],
  };
};

/** The engine without another self-test: for further processes on a machine where one has passed and gave these offers. */
export const openNative = (offers: readonly Offer[]): ProcessEngine => {
  if (machine === null) return refused('native programs need x86-64 or ARM64').engine;
  const offered = toolchains.flatMap((toolchain) =>
    offers.filter((offer) => offer.language === toolchain.language).map((offer) => ({ toolchain, offer })),
  );
  return nativeEngine({ groups: findGroups(), uid: ownUid(), machine }, offered, openCompiled());
};
