import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const candidate = fileURLToPath(new URL('../../../candidate/', import.meta.url));

/** The page's codecs in a process of their own: in a test's process `zod` is loaded already. */
const script = `
let compiled = 0;
const { Function } = globalThis;
globalThis.Function = class { constructor() { compiled += 1; } };
const { readAttempt } = await import('./src/core/codecs.ts');
const read = readAttempt({ statuscode: '200.1', description: 'd', result: {} });
globalThis.Function = Function;
console.log(JSON.stringify({ read: String(read), compiled, locale: typeof globalThis.__zod_globalConfig.localeError }));
`;

it('what the page decodes with compiles no code, which its Content-Security-Policy forbids, and loads no locale: it is zod/mini alone', async () => {
  const args = ['--conditions=@assay/source', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: candidate });
  expect(JSON.parse(stdout)).toEqual({ read: 'undefined', compiled: 0, locale: 'undefined' });
});
