import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const here = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => join(here, 'node_modules/.bin', name);
const openapi = fileURLToPath(new URL('../../openapi.json', import.meta.url));

const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'];
const settings = [...strict, '--module', 'esnext', '--moduleResolution', 'bundler', '--typeRoots', 'none'];

/** A field with a default may be left out of a body, any JSON value is one, and a PDF is what the generator says of bytes. */
const uses = (json: string) =>
  `export const body: RotateSecretBody = {};\nexport const value: ${json} = { list: [1, null, { deep: 'x' }] };\n`;

type Generator = { readonly args: (into: string) => readonly string[]; readonly use: string; readonly exact: boolean };

/** As docs/clients.md shows them. `exact`: also with `exactOptionalPropertyTypes`. */
const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    args: (into) => [openapi, '--default-non-nullable=false', '-o', join(into, 'schema.ts')],
    use: `import type { components, operations } from './schema';
type RotateSecretBody = components['schemas']['RotateSecretBody'];
${uses("components['schemas']['JsonValue']")}
export const pdf: operations['exportReportPdf']['responses'][200]['content']['application/pdf'] = '';
`,
    exact: true,
  },
  'openapi-ts': {
    args: (into) => ['-i', openapi, '-o', into],
    use: `import type { ExportReportPdfResponse, JsonValue, RotateSecretBody } from './types.gen';
${uses('JsonValue')}
export const pdf: ExportReportPdfResponse = new Blob();
`,
    exact: false,
  },
  'swagger-typescript-api': {
    args: (into) => ['generate', '-p', openapi, '-o', into, '-n', 'api.ts'],
    use: `import { Api, type JsonValue, type RotateSecretBody } from './api';
${uses('JsonValue')}
export const pdf = async (): Promise<Blob> => (await new Api().v2.exportReportPdf(1)).blob();
`,
    exact: true,
  },
};

it('the commands of docs/clients.md name the versions that are tried, and a TypeScript where npx would take one that its generator cannot use', async () => {
  const page = await readFile(join(here, '../clients.md'), 'utf8');
  const { devDependencies } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const named = [...page.matchAll(/^npx .*$/gm)].flatMap(([command]) => [...command.matchAll(/ (@?[\w/-]+)@([\d.]+)/g)]);
  expect(Object.fromEntries(named.map(([, name, version]) => [name, version]))).toEqual(devDependencies);
});

it.for(Object.entries(generators))('what %s makes of the document compiles with strict settings', async ([name, generator]) => {
  const into = await mkdtemp(join(here, '.generated-'));
  onTestFinished(() => rm(into, { recursive: true }));
  await run(bin(name), [...generator.args(into)], { cwd: into });
  await writeFile(join(into, 'use.ts'), generator.use);
  const exact = generator.exact ? ['--exactOptionalPropertyTypes'] : [];
  const compiled = run(bin('tsc'), [...settings, ...exact, 'use.ts'], { cwd: into }).catch((error: { stdout: string }) => error);
  expect((await compiled).stdout.slice(0, 2000)).toBe('');
});

it('docs/clients.md shows the options that are tried', async () => {
  const page = await readFile(new URL('../../clients.md', import.meta.url), 'utf8');
  for (const [name, version] of Object.entries(JSON.parse(await readFile(join(here, 'package.json'), 'utf8')).devDependencies))
    if (name !== 'typescript') expect(page).toContain(`${name}@${version}`);
});
