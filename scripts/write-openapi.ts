// Writes docs/openapi.json from the contract. With --check fails if the file is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createOpenApi } from '../apps/server/src/openapi.ts';

const file = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const text = `${JSON.stringify(createOpenApi('http://127.0.0.1:8080'), null, 2)}\n`;

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8')) !== text) {
    console.error('docs/openapi.json is stale: run `pnpm openapi` and commit the result.');
    process.exit(1);
  }
} else await writeFile(file, text);
