import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './published.ts';
import { run, serve } from './run.ts';

const version = '6.10.4';

/** Fetched for this script alone, once: nobody else needs its 300 packages. */
const fetchVerdaccio = async (): Promise<string> => {
  const folder = join(root, 'node_modules', '.cache', `verdaccio-${version}`);
  const main = join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
  if (existsSync(main)) return main;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // It names node-fetch by a tag, which mirrors of npm may lack.
  await writeFile(join(folder, 'package.json'), '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `verdaccio@${version}`], { cwd: folder });
  return main;
};

export type Registry = {
  /** The line of an `.npmrc` that has npm look here for our packages, and at its usual registry for all others. */
  readonly npmrc: string;
  readonly publish: (tarball: string) => Promise<void>;
};

/** Starts an npm registry that holds only what it is given, below `directory`. */
export const openRegistry = async (directory: string, port: number): Promise<Registry> => {
  await mkdir(directory);
  const config = {
    storage: join(directory, 'storage'),
    auth: { htpasswd: { file: join(directory, 'htpasswd') } },
    packages: { '**': { access: '$all', publish: '$authenticated' } },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  // JSON is YAML.
  await writeFile(join(directory, 'config.yaml'), JSON.stringify(config));
  const url = `http://127.0.0.1:${port}/`;
  await serve(process.execPath, [await fetchVerdaccio(), '--config', 'config.yaml', '--listen', url], /http address|127\.0\.0\.1:\d+/, {
    cwd: directory,
  });
  const user = { name: 'release', password: 'release-dry-run' };
  let response: Response | undefined;
  // It says where it listens before it does.
  while (response === undefined)
    response = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    }).catch(() => undefined);
  const { token } = (await response.json()) as { token?: string };
  if (token === undefined) throw new Error(`the registry gave no token: ${response.status}`);
  const npmrc = `@assay:registry=${url}\n`;
  await writeFile(join(directory, '.npmrc'), `${npmrc}//127.0.0.1:${port}/:_authToken=${token}\n`);
  return {
    npmrc,
    // A provenance is signed with an identity that only the release workflow has.
    publish: async (tarball) => void (await run('npm', ['publish', tarball, '--provenance=false'], { cwd: directory })),
  };
};
