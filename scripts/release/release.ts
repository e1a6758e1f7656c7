// `pnpm release`: versions and changelogs from the changesets, one commit, everything of `pnpm release:dry`, then npm and tags. A release that
// stopped half-way goes on when it is run again: what npm has already is not published again.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { published, root, unpublished } from './published.ts';

const run = (command: string, ...args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
const read = (command: string, ...args: readonly string[]): string =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8' }).stdout.trim();
const stop = (message: string): never => {
  console.error(message);
  process.exit(1);
};

if (read('git', 'status', '--porcelain') !== '') stop('Commit or remove your changes first: a release is made of what is committed.');

// npm signs where a package comes from, and refuses another address than that of the repository which publishes.
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
const origin = name === undefined ? read('git', 'remote', 'get-url', 'origin') : `${server}/${name}`;
if (origin === '') stop('This clone has no origin: packages must say where their source is.');
const url = `git+${origin.replace(/^git@([^:]+):/, 'https://$1/').replace(/\.git$/, '')}.git`;

run('changeset', 'version');
for (const { directory } of unpublished) rmSync(join(directory, 'CHANGELOG.md'), { force: true });
for (const { directory } of published) {
  const file = join(directory, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  manifest.repository.url = url;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
run('pnpm', 'openapi');
const { version } = JSON.parse(readFileSync(join(published[0]?.directory ?? root, 'package.json'), 'utf8'));
for (const name of ['Dockerfile', 'compose.yaml']) {
  const file = join(root, 'deploy', name);
  // Both name it as that of the packages to install; a test compares.
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/((?:ASSAY_VERSION(?::-|=)|assay:))\d+\.\d+\.\d+/g, (_, name) => name + version),
  );
}
if (read('git', 'status', '--porcelain') !== '') {
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', `Release ${version}`);
}
run('pnpm', 'release:dry');
run('changeset', 'publish');
