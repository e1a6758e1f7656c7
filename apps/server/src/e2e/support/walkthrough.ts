import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Answer, DeliveryPage, TakeQuestion } from '@assay/domain';
import { freePort, until } from '@assay/testing';
import { parse } from 'yaml';
import { apiOf } from './api.ts';
import { candidateAt } from './candidate.ts';
import { type Environment, type ServerProcess, type Servers, withLanguages } from './server-process.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const node = (script: string): string => `exec '${process.execPath}' '${join(root, script)}' "$@"`;

/** What a newcomer has on the PATH. `npm` installs what was built here, because a test loads nothing from the network. */
const programs: Readonly<Record<string, string>> = {
  assay: node('apps/cli/dist/main.js'),
  tsc: `exec '${join(root, 'node_modules/.bin/tsc')}' "$@"`,
  'assay-server': node('apps/server/dist/main.js'),
  npx: `case "$1 $2" in
    '@assay/cli '*) shift; exec assay "$@" ;;
    '@assay/server '*) shift; exec assay-server "$@" ;;
    'pnpm assay') shift 2; exec assay "$@" ;;
  esac
  echo "npx $*: not in a test" >&2; exit 127`,
  npm: `[ "$*" = 'install @assay/client' ] || { echo "npm $*: not in a test" >&2; exit 127; }
  mkdir -p node_modules/@assay && ln -s '${join(root, 'packages/client')}' node_modules/@assay/client && echo 'added 1 package'`,
};

const strict = [
  '--noEmit',
  '--strict',
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--target',
  'es2023',
  '--module',
  'nodenext',
];
const nodeTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];

/** Settings before a command that starts the service. */
const start = /^((?:[A-Z\d_]+=\S+ )*)(?:npm start|npx -y @assay\/server|assay-server) *(?:#.*)?$/m;

type SampleQuestion = { readonly prompt: string; readonly options?: readonly { readonly correct?: boolean }[] };
const samples = globSync(join(root, 'samples/*.yaml')).flatMap((path): SampleQuestion[] =>
  parse(readFileSync(path, 'utf8')).sections.flatMap(({ questions }: { questions: SampleQuestion[] }) => questions),
);

/** What a fair candidate answers: the right options of a sample test but for each fifth question; elsewhere the first one, 1, a word. */
const answerTo = ({ questionId, kind, prompt, options = [] }: TakeQuestion): Answer | undefined => {
  if (kind === 'numeric') return 1;
  if (kind === 'text') return 'Answer';
  const known = questionId % 5 === 0 ? undefined : samples.find((one) => one.prompt.trim() === prompt.trim())?.options;
  const right = options.filter((_, at) => (known === undefined ? at === 0 : known[at]?.correct === true)).map(({ optionId }) => optionId);
  return kind === 'multiple-choice' ? right : right[0];
};

/** Does what a reader of a guide does: starts the service, types the commands, and takes the test in a browser. */
export const openWalkthrough = async (servers: Servers) => {
  const directory = await servers.directory();
  const [home, bin, folder] = ['home', 'bin', 'folder'].map((name) => join(directory, name)) as [string, string, string];
  await Promise.all([home, bin, folder].map((path) => mkdir(path, { recursive: true })));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const dataDirectory = join(folder, '.assay');
  const variables = join(directory, 'variables');
  await writeFile(variables, '');
  const ports = new Map<string, number>();
  const invited: string[] = [];
  const taken: string[] = [];
  const typescript: string[] = [];
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
    const script = `set -a; . '${variables}'; cd "$PWD"\n{ ${command}\n} 2>&1; ended=$?; export -p >'${variables}'; exit $ended`;
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', ASSAY_DATA_DIR: dataDirectory };
    const shell = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { ...env, KEY: key },
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
      if (/\.m?ts$/.test(name)) typescript.push(name);
    },

    /** What the compiler says of the programs in TypeScript, which Node runs without reading their types. */
    checkTypes: async (): Promise<string> =>
      typescript.length === 0 ? '' : (await execute(['tsc', ...strict, ...nodeTypes, ...typescript].join(' '))).printed,

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
