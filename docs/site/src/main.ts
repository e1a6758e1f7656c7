// `pnpm docs:build`: writes the guides as a static site into `docs/site/dist` or the folder given. On GitHub the links to source files lead to the repository.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildSite } from './build.ts';

const output = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env;

await rm(output, { recursive: true, force: true });
await buildSite(output, host && repository ? `${host}/${repository}` : undefined);
