import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A folder imports only folders before it. */
const order = [
  'rendering',
  'support',
  'account',
  'assessment',
  'link',
  'statistics',
  'report',
  'answers',
  'submissions',
  'comparison',
  'review',
  'grading',
  'delivery',
  'attempt',
  'invitation',
];

const source = new URL('.', import.meta.url);
const foldersIn = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== 'testing');

it('has a place for every folder', () => {
  expect(foldersIn.map(({ name }) => name).sort()).toEqual([...order].sort());
});

it.each(order)('%s imports only folders before it', (folder) => {
  const directory = new URL(`${folder}/`, source);
  const files = readdirSync(directory).filter((name) => !name.endsWith('.test.ts'));
  const imports = files.flatMap((name) =>
    [...readFileSync(new URL(name, directory), 'utf8').matchAll(/from '\.\.\/([^/']+)\//g)].map(([, to = '']) => ({ name, to })),
  );
  expect(imports.filter(({ to }) => order.indexOf(to) >= order.indexOf(folder))).toEqual([]);
});
