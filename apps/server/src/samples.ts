import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api, type Context } from '@assay/operations';
import { parseDocument } from 'yaml';

/** Reads a test file in YAML or JSON. Throws an error with file, line and column. */
const readTestFile = async (file: string): Promise<unknown> => {
  const document = parseDocument(await readFile(file, 'utf8'), { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return document.toJS();
};

export type ImportedSample = { readonly testId: number; readonly testName: string };

/** Imports the sample tests of a directory, in the order of their file names. */
export const importSamples = async (ctx: Context, directory: string): Promise<ImportedSample[]> => {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.yaml')).sort();
  const imported: ImportedSample[] = [];
  for (const name of files) {
    const result = await api.importTest({ ctx, input: { body: await readTestFile(join(directory, name)) } });
    if (!result.ok) throw new Error(`${join(directory, name)}: ${result.error.message}`);
    imported.push({ testId: result.value.testId, testName: result.value.testName });
  }
  return imported;
};
