// `pnpm release:dry`: all of a release but the upload. Packs what npm would get, checks it, serves it from a registry of its own, installs it in
// empty folders under the Nodes it is for, and does there what the READMEs say, up to a graded candidate. Needs the built packages.
import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkChangesets } from './check-changesets.ts';
import { checkTarball } from './check-tarball.ts';
import { published, root } from './published.ts';
import { blocksOf } from './readme.ts';
import { openRegistry } from './registry.ts';
import { type Environment, run, serve, stopAll } from './run.ts';
import { takeTest } from './take-test.ts';

const oldest = '20.20.2';
const typescript = 'typescript@7.0.2';

const work = await mkdtemp(join(tmpdir(), 'assay-release-'));
const say = (text: string): void => console.log(`${text} …`);

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** The PATH without the programs of this repository and of whoever ran this script. */
const systemPath = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.includes('node_modules'));

/** A directory with only `node` of the oldest supported version: the machine's own, or one from npm. */
const oldNode = async (): Promise<string> => {
  for (const directory of systemPath) {
    const node = join(directory, 'node');
    const version = await access(node).then(
      async () => (await run(node, ['--version'], { cwd: work })).stdout,
      () => '',
    );
    if (version.startsWith('v20.')) return linked('node-20', node);
  }
  const folder = join(work, 'fetched');
  await mkdir(folder);
  await run('npm', ['install', '--no-audit', '--no-fund', `node@${oldest}`], { cwd: folder });
  return linked('node-20', join(folder, 'node_modules', 'node', 'bin', 'node'));
};

const linked = async (name: string, node: string): Promise<string> => {
  await mkdir(join(work, name));
  await symlink(node, join(work, name, 'node'));
  return join(work, name);
};

const withNode = (directory: string): Environment => ({
  PATH: [directory, ...systemPath].join(delimiter),
  // What `pnpm` sets for its scripts would reach npm.
  ...Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(npm_|pnpm_|NODE_OPTIONS)/i.test(name))
      .map((name) => [name, undefined]),
  ),
});

const install = async (name: string, npmrc: string, packages: readonly string[], env: Environment): Promise<string> => {
  const folder = join(work, name);
  await mkdir(folder);
  await writeFile(join(folder, '.npmrc'), npmrc);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: folder, env });
  return folder;
};

const release = async (): Promise<void> => {
  const { version } = published[0]?.manifest ?? { version: '' };
  say('checking the changesets');
  await checkChangesets(join(work, 'clone'));

  say(`packing ${published.map(({ manifest }) => `${manifest.name}@${manifest.version}`).join(', ')}`);
  const tarballs = await Promise.all(
    published.map(async ({ directory, manifest }) => {
      assert.equal(manifest.version, version, `${manifest.name} has another version than the others`);
      await run('pnpm', ['pack', '--pack-destination', work], { cwd: directory });
      return join(work, `${manifest.name.slice(1).replace('/', '-')}-${version}.tgz`);
    }),
  );
  for (const tarball of tarballs) await checkTarball(tarball, root);

  say('serving them from a registry of their own');
  const { npmrc, publish } = await openRegistry(join(work, 'registry'), await freePort());
  for (const tarball of tarballs) await publish(tarball);

  say('installing them in empty folders');
  const [node20, node24] = [withNode(await oldNode()), withNode(await linked('node', process.execPath))];
  const services = await install('services', npmrc, ['@assay/server', '@assay/worker', '@assay/runner-process'], node24);
  const consumer = await install('consumer', npmrc, ['@assay/client', '@assay/domain', '@assay/cli', typescript], node20);

  say('starting server, worker and runner, on Node 24 only');
  for (const name of ['@assay/server', '@assay/worker', '@assay/runner-process']) {
    const refused = await run('npx', [name], { cwd: services, env: node20, fails: true });
    assert.match(refused.stderr, /^Assay needs Node 24 or newer; this is 20\.[\d.]+\.\n$/m);
    assert.doesNotMatch(refused.stderr, /\n {4}at /);
    assert.equal((await run('npx', [name, '--version'], { cwd: services, env: node24 })).stdout, `${version}\n`);
  }
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const shown = (text: string, key: string): string => text.replaceAll('http://127.0.0.1:8080', url).replaceAll('assay_…', key);
  const runnerBlock = shown((await blocksOf(services, '@assay/runner-process'))('sh'), '');
  const [, runnerKey = ''] = /ASSAY_RUNNER_KEY=(\S+)/.exec(runnerBlock) ?? [];
  const settings = {
    ASSAY_PORT: port,
    ASSAY_PUBLIC_URL: url,
    ASSAY_WORKER: 'apart',
    ASSAY_RUNNER: 'embedded',
    ASSAY_RUNNER_KEY: runnerKey,
  };
  const env = { ...node24, ...settings };
  const serverBlock = (await blocksOf(services, '@assay/server'))('sh');
  const [, key = ''] = await serve('sh', ['-ec', serverBlock], /API key {3}(\S+) [\s\S]*npx -y @assay\/cli login[\s\S]*Ctrl-C stops/, {
    cwd: services,
    env,
  });
  assert.equal((await fetch(`${url}/healthz`)).headers.get('x-assay-version'), version);
  const document = (await (await fetch(`${url}/docs/json`)).json()) as { info: { version: string } };
  assert.equal(document.info.version, version);
  await serve('sh', ['-ec', (await blocksOf(services, '@assay/worker'))('sh')], /the worker runs/, { cwd: services, env });
  // The worker grades on the engine that the import is pinned to, and has the embedded one alone.
  const runnerEnv = { ...node24, ASSAY_RUNNER: settings.ASSAY_RUNNER };
  await serve('sh', ['-ec', runnerBlock], /the runner is ready/, { cwd: services, env: runnerEnv });

  say('doing the main job with the commands of the README, on Node 20');
  const cli = await blocksOf(consumer, '@assay/cli');
  await writeFile(join(consumer, 'sums.yaml'), cli('yaml title=sums.yaml'));
  const first = shown(cli('sh'), key);
  const invited = await run('sh', ['-ec', first], { cwd: consumer, env: node20 });
  const [takeUrl] = /http:\S+\/take\/\S+/.exec(invited.stdout) ?? [];
  assert.ok(takeUrl, invited.stdout);
  await takeTest(takeUrl);
  const asUser = { ...node20, ASSAY_URL: url, ASSAY_API_KEY: key };
  const isGraded = async (): Promise<boolean> =>
    (await (await fetch(`${url}/v2/org/report/1`, { headers: { 'x-api-key': key } })).text()).includes('"Generated"');
  while (!(await isGraded())) await setTimeout(200);
  const { stdout: report } = await run('sh', ['-ec', cli('sh', 1)], { cwd: consumer, env: asUser });
  assert.match(report, /Score +5 of 5 /, report);
  assert.equal((await run('npx', ['@assay/cli', '--version'], { cwd: consumer, env: node20 })).stdout, `${version}\n`);

  say('compiling and running the examples of the libraries in a strict consumer');
  const examples = {
    'client.ts': shown((await blocksOf(consumer, '@assay/client'))('ts'), key),
    'domain.ts': (await blocksOf(consumer, '@assay/domain'))('ts'),
  };
  for (const [file, text] of Object.entries(examples)) await writeFile(join(consumer, file), text);
  const strict = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--skipLibCheck',
    'false',
    '--target',
    'es2022',
  ];
  for (const module of ['nodenext', 'preserve'])
    await run('npx', ['tsc', ...strict, '--module', module, '--outDir', 'out', ...Object.keys(examples)], { cwd: consumer, env: node20 });
  const used = await run('node', ['out/client.js'], { cwd: consumer, env: node20 });
  assert.match(used.stdout, /\/take\/[\s\S]*Pending no score yet\n404\.1 /);
  assert.match((await run('node', ['out/domain.js'], { cwd: consumer, env: node20 })).stdout, /^429\.1 429 /);
};

const begun = Date.now();
let code = 1;
try {
  await release();
  code = 0;
  console.log(
    `${published.length} packages of version ${published[0]?.manifest.version} are fit to be published (${Math.round((Date.now() - begun) / 1000)} s).`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await stopAll();
  await rm(work, { recursive: true, force: true });
}
process.exit(code);
