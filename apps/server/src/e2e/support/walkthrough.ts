import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Answer, DeliveryPage, TakeQuestion } from '@assay/domain';
import { freePort, until } from '@assay/testing';
import { parse } from 'yaml';
import { apiOf } from './api.ts';
import { candidateAt } from './candidate.ts';
import { type Environment, type ServerProcess, type Servers, withLanguages } from './server-process.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const runs = (script: string): string => `exec '${process.execPath}' '${join(root, script)}' "$@"`;
const terminal = runs('apps/cli/dist/main.js');
const service = runs('apps/server/dist/main.js');

/**
 * What a newcomer has on the PATH beside the system's programs. `npm` and `npx` bring what was built here, because a test loads nothing from
 * the network. `assay` and `assay-server` are there only when the page has installed them.
 */
const programsWith = (node: string): Readonly<Record<string, string>> => ({
  node: `exec '${node}' "$@"`,
  npx: `[ "$1" = -y ] && shift
  case "$1 $2" in
    '@assay/cli '*) shift; ${terminal} ;;
    '@assay/server '*) shift; ${service} ;;
    'pnpm assay') shift 2; ${terminal} ;;
  esac
  echo "npx $*: not in a test" >&2; exit 127`,
  npm: `unknown() { echo "npm: $1 is not in a test" >&2; exit 127; }
  [ "$1" = install ] || unknown "$1"; shift
  prefix=.; [ "$1" = --prefix ] && { prefix=$2; shift 2; }
  mkdir -p "$prefix/node_modules/@assay" "$prefix/node_modules/.bin"
  program() { printf '#!/bin/sh\\n%s\\n' "$2" >"$prefix/node_modules/.bin/$1"; chmod +x "$prefix/node_modules/.bin/$1"; }
  for package; do
    case $package in
      @assay/client) ln -s '${join(root, 'packages/client')}' "$prefix/node_modules/@assay/client" ;;
      @assay/cli) program assay '${terminal.replaceAll("'", `'\\''`)}' ;;
      @assay/server) program assay-server '${service.replaceAll("'", `'\\''`)}' ;;
      *) unknown "$package" ;;
    esac
  done`,
});

const strict = [
  '--allowJs',
  '--checkJs',
  '--noEmit',
  '--strict',
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--target',
  'es2023',
  '--module',
  'nodenext',
];
const runsCompiler = `'${process.execPath}' '${join(root, 'node_modules/typescript/bin/tsc')}'`;
const nodeTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];

/** Settings before a command that starts the service. */
const start = /^((?:[A-Z\d_]+=\S+ )*)(?:npm start|npx -y @assay\/server|assay-server) *(?:#.*)?$/m;

type SampleQuestion = { readonly prompt: string; readonly options?: readonly { readonly correct?: boolean }[] };
const samples = globSync(join(root, 'samples/*.yaml')).flatMap((path): SampleQuestion[] =>
  parse(readFileSync(path, 'utf8')).sections.flatMap(({ questions }: { questions: SampleQuestion[] }) => questions),
);

/** What a fair candidate answers: the right options of a sample test but for each fifth question; elsewhere the first one, 1, a word. */
const answerTo = (question: TakeQuestion): Answer | undefined => {
  const { questionId, kind, prompt } = question;
  if (kind === 'numeric') return 1;
  if (kind === 'text') return 'Answer';
  const options = 'options' in question ? question.options : [];
  const known = questionId % 5 === 0 ? undefined : samples.find((one) => one.prompt.trim() === prompt.trim())?.options;
  const right = options.filter((_, at) => (known === undefined ? at === 0 : known[at]?.correct === true)).map(({ optionId }) => optionId);
  return kind === 'multiple-choice' ? right : right[0];
};

/** Does what a reader of a guide does: starts the service, types the commands, and takes the test in a browser. */
export const openWalkthrough = async (servers: Servers, node: string) => {
  const directory = await servers.directory();
  const [home, bin, folder] = ['home', 'bin', 'folder'].map((name) => join(directory, name)) as [string, string, string];
  await Promise.all([home, bin, folder].map((path) => mkdir(path, { recursive: true })));
  for (const [name, script] of Object.entries(programsWith(node))) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  // For pages that begin with a clone of the repository.
  await symlink(join(root, 'apps'), join(folder, 'apps'));
  const dataDirectory = join(folder, '.assay');
  const variables = join(directory, 'variables');
  await writeFile(variables, '');
  const ports = new Map<string, number>();
  const invited: string[] = [];
  const taken: string[] = [];
  const checked: string[] = [];
  let server: ServerProcess | undefined;
  let key = '';

  const startService = async (settings: Environment): Promise<ServerProcess> => {
    const again = server === undefined ? {} : { ASSAY_PORT: new URL(server.url).port };
    await server?.stop();
    const directory = resolve(folder, settings.ASSAY_DATA_DIR ?? dataDirectory);
    server = await servers.start({ ...withLanguages, ...again, ...settings, ASSAY_DATA_DIR: directory });
    key ||= server.newKey;
    return server;
  };
  const running = async (): Promise<ServerProcess> => server ?? startService({});

  /** Programs of a page listen on 3000 and after it, which may be taken on this machine. */
  const withPorts = async (words: string): Promise<string> => {
    for (const [port] of words.matchAll(/\b30\d\d\b/g)) if (!ports.has(port)) ports.set(port, await freePort());
    return words.replace(/\b30\d\d\b/g, (port) => String(ports.get(port)));
  };
  /** What the page writes, as it has to be typed here. */
  const asTyped = async (words: string): Promise<string> => {
    const { url } = await running();
    return (await withPorts(words)).replaceAll('http://127.0.0.1:8080', url).replaceAll('assay_…', key);
  };

  const execute = async (command: string): Promise<{ readonly code: number; readonly printed: string }> => {
    // What one command sets and where it goes, the next one finds.
    const keep = `{ export -p; alias -p; } >'${variables}'`;
    const script = `set -a; shopt -s expand_aliases; . '${variables}'; cd "$PWD"\n{ ${command}\n} 2>&1; ended=$?; ${keep}; exit $ended`;
    const env = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC' };
    const shell = spawn('bash', ['-c', script], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    servers.onDispose(() => {
      // The programs that a page leaves running in the background are in the group of their shell.
      try {
        process.kill(-(shell.pid ?? 0), 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    });
    const ended = new Promise<number>((resolve) => shell.once('close', (code) => resolve(code ?? 1)));
    const printed = (await text(shell.stdout)).replaceAll(folder, home);
    return { code: await ended, printed };
  };

  const deliveries = async () => {
    const page = await apiOf(await running(), key).get<DeliveryPage>('/manage/v1/deliveries?limit=100');
    return page.deliveries;
  };

  return {
    save: async (name: string, words: string) => {
      await writeFile(join(folder, name), await asTyped(words));
      if (/\.m?[jt]s$/.test(name)) checked.push(name);
    },

    /** What the compiler says of the programs, which Node runs without reading their types. */
    checkTypes: async (): Promise<string> =>
      checked.length === 0 ? '' : (await execute([runsCompiler, ...strict, ...nodeTypes, ...checked].join(' '))).printed,

    /** Runs a command, or several lines; what it prints on both outputs stands in the order that a terminal would show. */
    run: async (command: string) => {
      const started = start.exec(command);
      if (started !== null) {
        const settings = Array.from((started[1] ?? '').matchAll(/(\w+)=(\S+)/g), ([, name, value]) => [name, value]);
        await startService(Object.fromEntries(settings) as Environment);
        return { code: 0, printed: '' };
      }
      const result = await execute(await asTyped(command));
      for (const [url] of result.printed.matchAll(/http:\/\/[\w.:]+\/take\/[\w.-]+/g)) if (!invited.includes(url)) invited.push(url);
      // What a redelivery leads to has happened before the next command looks at it.
      if (/\bredeliver\b/.test(command))
        await until('the redelivery', async () => (await deliveries()).every(({ state }) => state !== 'pending') || undefined);
      const [, log] = /> ?(\S+)(?: 2>&1)? &$/.exec(command) ?? [];
      if (log !== undefined) await until(`a line in ${log}`, async () => (await readFile(join(folder, log), 'utf8')) !== '' || undefined);
      return result;
    },

    /** The candidate who was invited first takes the test, and what it leads to has been done. */
    takeTest: async (): Promise<void> => {
      const service = await running();
      const url = invited.find((one) => !taken.includes(one));
      if (url === undefined) return;
      taken.push(url);
      const [, invitationId = ''] = /\/take\/\d+-(\d+)-/.exec(url) ?? [];
      const candidate = candidateAt(service, url);
      const { questions = [] } = await candidate.start();
      for (const question of questions) {
        const answer = answerTo(question);
        if (answer !== undefined) await candidate.save(question.questionId, answer);
      }
      await candidate.submit();
      const api = apiOf(service, key);
      await until('the report', async () => (await api.report(Number(invitationId))).reportStatus === 'Generated' || undefined);
      await until(
        'an attempt of each delivery',
        async () => (await deliveries()).every(({ attemptsMade }) => attemptsMade > 0) || undefined,
      );
    },

    /** What was printed, as the page shows it. */
    asShown: (printed: string): string => {
      let shown = printed.replaceAll(server?.url ?? '', 'http://127.0.0.1:8080');
      for (const [port, free] of ports) shown = shown.replaceAll(String(free), port);
      return shown.replaceAll(/\S*\/home\//g, '/home/you/').replaceAll(/((?:assay|whsec)_\w{3})[\w+/=-]{20,}/g, '$1…');
    },
  };
};
