import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const candidate = fileURLToPath(new URL('../../../candidate/', import.meta.url));

/** Runs in a process without vitest, which has already loaded `zod`. */
const script = `
let compiled = 0;
const { Function } = globalThis;
globalThis.Function = class { constructor() { compiled += 1; } };
const { createProtocol } = await import('./src/core/server/protocol.ts');
const fetch = async () => Response.json({ statuscode: '200.1', description: 'd', result: {} });
const web = { fetch, setTimeout: () => 0, clearTimeout: () => {}, monotonic: () => 0, wallClock: () => 0 };
const { outcome } = await createProtocol({ takeUrl: '/take/token', sessionId: () => 'me', web })({ call: 'attempt' });
globalThis.Function = Function;
console.log(JSON.stringify({ outcome: outcome.type, compiled, locale: typeof globalThis.__zod_globalConfig.localeError }));
`;

it("the page's codecs compile no code, which its Content-Security-Policy forbids, and load no locale of zod", async () => {
  const args = ['--conditions=@assay/source', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: candidate });
  expect(JSON.parse(stdout)).toEqual({ outcome: 'unreachable', compiled: 0, locale: 'undefined' });
});
