// Writes what is made from the contract: docs/openapi.json and the client's table. With --check fails if one of them is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createOpenApi } from '../apps/server/src/openapi.ts';
import { makeContract } from '../packages/client/src/testing/make-contract.ts';

const files = {
  'docs/openapi.json': `${JSON.stringify(createOpenApi('http://127.0.0.1:8080'), null, 2)}\n`,
  'packages/client/src/contract/contract.ts': makeContract(),
};

for (const [name, text] of Object.entries(files)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8')) !== text) {
    console.error(`${name} is stale: run \`pnpm openapi\` and commit the result.`);
    process.exitCode = 1;
  }
}
